import type { SamplePerson } from '#server/identity/protocol/identity.ts'
import { type Html, html } from '#server/infra/texts/html.ts'
import { alert, field } from './field.ts'
import { type Look, page, type Translate, wordsOf } from './page.ts'

/** Posts `email` and `password`, or a sandbox's `person`, to its own address. */
export function signInPage(
  look: Look,
  {
    email = '',
    fault = null,
    mayRegister,
    people,
  }: { email?: string; fault?: string | null; mayRegister: boolean; people: readonly SamplePerson[] },
): string {
  const words = wordsOf(look)
  const isSecondTry = email !== ''
  const content = html`<p>${words('sign-in.lead')}</p>
${people.length > 0 && peopleForm(words, people)}
${alert(fault)}
<form method="post">
${field({ name: 'email', label: words('sign-in.email'), type: 'email', autocomplete: 'username', value: email, isFirst: !isSecondTry && people.length === 0 })}
${field({ name: 'password', label: words('sign-in.password'), type: 'password', autocomplete: 'current-password', isFirst: isSecondTry })}
<button>${words('sign-in.submit')}</button>
</form>
<p><a href="?with=passkey">${words('sign-in.passkey')}</a></p>
<p><a href="${look.path}/forgot">${words('sign-in.forgot')}</a></p>
${mayRegister && html`<p>${words('sign-in.new')} <a href="${look.path}/register">${words('register.submit')}</a></p>`}`
  return page(look, words('sign-in.title'), content, fault !== null)
}

/** A button for each person. */
function peopleForm(words: Translate, people: readonly SamplePerson[]): Html {
  return html`<form method="post" class="people">
<p id="people">${words('sign-in.people')}</p>
<ul aria-labelledby="people">
${people.map(({ email, name, does }) => html`<li><button name="person" value="${email}"><span>${name}</span> <small>${words(does)}</small></button></li>`)}
</ul>
</form>
<p class="or">${words('sign-in.or')}</p>`
}
