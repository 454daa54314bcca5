import { html } from '#server/infra/texts/html.ts'
import { type Look, page, wordsOf } from './page.ts'

/** Asks before a foreign link signs a person out. Posts the parameters again. */
export function signOutPage(look: Look, query: Record<string, string | undefined>): string {
  const words = wordsOf(look)
  const hidden = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}">`],
  )
  const content = html`<p>${words('sign-out.lead')}</p>
<form method="post" action="${look.path}/session/end">
${hidden}
<button>${words('sign-out.submit')}</button>
</form>
<p><a href="${look.origin}/">${words('page.back')}</a></p>`
  return page(look, words('sign-out.title'), content)
}
