import { html } from '#server/infra/texts/html.ts'
import { alert, field } from './field.ts'
import { type Look, page, wordsOf } from './page.ts'

/** Posts `email` and `password` to its own address. */
export function signInPage(
  look: Look,
  { email = '', fault = null, mayRegister }: { email?: string; fault?: string | null; mayRegister: boolean },
): string {
  const words = wordsOf(look)
  const isSecondTry = email !== ''
  const content = html`<p>${words('sign-in.lead')}</p>
${alert(fault)}
<form method="post">
${field({ name: 'email', label: words('sign-in.email'), type: 'email', autocomplete: 'username', value: email, isFirst: !isSecondTry })}
${field({ name: 'password', label: words('sign-in.password'), type: 'password', autocomplete: 'current-password', isFirst: isSecondTry })}
<button>${words('sign-in.submit')}</button>
</form>
<p><a href="${look.path}/forgot">${words('sign-in.forgot')}</a></p>
${mayRegister && html`<p>${words('sign-in.new')} <a href="${look.path}/register">${words('register.submit')}</a></p>`}`
  return page(look, words('sign-in.title'), content, fault !== null)
}
