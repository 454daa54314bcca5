import { html } from '#server/infra/texts/html.ts'
import { alert, field } from './field.ts'
import { type Look, page, wordsOf } from './page.ts'

/** Posts `email` to its own address. */
export function forgotPage(look: Look, fault: string | null = null): string {
  const words = wordsOf(look)
  const content = html`<p>${words('forgot.lead')}</p>
${alert(fault)}
<form method="post">
${field({ name: 'email', label: words('sign-in.email'), type: 'email', autocomplete: 'username', isFirst: true })}
<button>${words('forgot.submit')}</button>
</form>
<p><a href="${look.origin}/">${words('page.back')}</a></p>`
  return page(look, words('forgot.title'), content, fault !== null)
}
