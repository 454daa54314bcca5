import { html } from '#server/infra/texts/html.ts'
import { shownEmail } from '#shared/rules/shown-email.ts'
import type { PasswordFault } from '../passwords/password-fault.ts'
import { passwordLength } from '../passwords/passwords.ts'
import type { Person } from '../passwords/persons.ts'
import { field } from './field.ts'
import { type Look, page, type Translate, wordsOf } from './page.ts'

/** For an invitation or reset link. Posts `password` and `repeat` to its own address. */
export function passwordPage(
  look: Look,
  person: Person,
  purpose: 'invitation' | 'reset',
  fault: PasswordFault | null = null,
): string {
  const words = wordsOf(look)
  const faultOf = (name: PasswordFault['field']) => (fault?.field === name ? passwordFaultText(words, fault) : null)
  const title = words(`password.title.${purpose}`, {
    name: `${person.firstName} ${person.lastName}`.trim() || shownEmail(person.email),
  })
  const content = html`<p>${words(`password.lead.${purpose}`, { email: shownEmail(person.email) })}</p>
<form method="post">
<input type="email" name="email" value="${person.email}" autocomplete="username" hidden>
${field({ name: 'password', label: words('password.new'), type: 'password', autocomplete: 'new-password', hint: words('password.hint', { count: passwordLength.min }), fault: faultOf('password'), isFirst: fault?.field !== 'repeat' })}
${field({ name: 'repeat', label: words('password.repeat'), type: 'password', autocomplete: 'new-password', fault: faultOf('repeat'), isFirst: fault?.field === 'repeat' })}
<button>${words('password.submit')}</button>
</form>`
  return page(look, title, content, fault !== null)
}

export function passwordFaultText(words: Translate, { text }: Pick<PasswordFault, 'text'>): string {
  return words(text, { count: text === 'password.long' ? passwordLength.max : passwordLength.min })
}
