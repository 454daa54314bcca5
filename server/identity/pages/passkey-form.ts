import { type Html, html } from '#server/infra/texts/html.ts'
import { type Look, wordsOf } from './page.ts'

/**
 * passkey.js asks the browser for the `credential` before it posts the form. `options` is JSON for
 * `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` (WebAuthn 3, 5.1).
 */
export function passkeyForm(
  look: Look,
  {
    ceremony,
    options,
    fields = null,
    button,
    hasFailed,
  }: { ceremony: 'create' | 'get'; options: string; fields?: Html | null; button: string; hasFailed: boolean },
): Html {
  const words = wordsOf(look)
  return html`<script src="${look.path}/assets/passkey.js" defer></script>
<p id="unable">${words('passkey.unable')}</p>
<p id="failed" class="alert" role="alert" ${!hasFailed && html`hidden`}><span aria-hidden="true">⚠ </span>${words('passkey.failed')}</p>
<form method="post" data-ceremony="${ceremony}" data-options="${options}">
<input type="hidden" name="credential" value="">
${fields}
<button ${fields === null && html`autofocus`}>${button}</button>
</form>`
}
