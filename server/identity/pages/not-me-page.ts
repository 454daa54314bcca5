import { createHash } from 'node:crypto'
import { html } from '#server/infra/texts/html.ts'
import { field } from './field.ts'
import { type Look, page, wordsOf } from './page.ts'

/** Takes the token out of the fragment, also into the links of language and theme. */
const script = html`
const field = document.getElementById('token')
const token = location.hash.slice(1)
if (token) {
  field.value = token
  field.parentElement.hidden = true
  document.addEventListener('DOMContentLoaded', () => {
    for (const link of document.querySelectorAll('footer a')) link.hash = token
  })
}
`

/** For the policy of the page (CSP level 3). */
export const notMeScript = { hash: `sha256-${createHash('sha256').update(script.markup).digest('base64')}` }

/** Posts `token` to its own address. Without scripts a person copies the token from the link. */
export function notMePage(look: Look): string {
  const words = wordsOf(look)
  const effects = ['signedOut', 'blocked', 'address', 'told'] as const
  const content = html`<p>${words('not-me.lead')}</p>
<ul class="effects">
${effects.map((effect) => html`<li>${words(`not-me.${effect}`)}</li>`)}
</ul>
<form method="post">
${field({ name: 'token', label: words('not-me.token'), type: 'text', autocomplete: 'off', hint: words('not-me.tokenHint') })}
<button>${words('not-me.submit')}</button>
</form>
<p><a href="${look.origin}/">${words('page.back')}</a></p>
<script>${script}</script>`
  return page(look, words('not-me.title'), content)
}
