import { html } from '#server/infra/texts/html.ts'
import { paths } from '#shared/rules/paths.ts'
import { shownEmail } from '#shared/rules/shown-email.ts'
import type { PasswordFault } from '../passwords/password-fault.ts'
import { passwordLength } from '../passwords/passwords.ts'
import type { Person } from '../passwords/persons.ts'
import { alert, field } from './field.ts'
import { type Look, page, wordsOf } from './page.ts'
import { passwordFaultText } from './password-page.ts'

export type ChangeFault = PasswordFault | { field: 'current'; text: 'password.currentWrong' } | { waitText: string }

/** Posts `current`, `password` and `repeat` to its own address. */
export function changePage(look: Look, person: Person, fault: ChangeFault | null = null): string {
  const words = wordsOf(look)
  const at = (name: 'current' | 'password' | 'repeat') => {
    const isFaulty = fault !== null && 'field' in fault && fault.field === name
    return { name, fault: isFaulty ? passwordFaultText(words, fault) : null, type: 'password' } as const
  }
  const first = fault !== null && 'field' in fault ? fault.field : 'current'
  const content = html`<p>${words('password.lead.reset', { email: shownEmail(person.email) })}</p>
${alert(fault !== null && 'waitText' in fault ? fault.waitText : null)}
<form method="post">
<input type="email" name="email" value="${person.email}" autocomplete="username" hidden>
${field({ ...at('current'), label: words('password.current'), autocomplete: 'current-password', isFirst: first === 'current' })}
${field({ ...at('password'), label: words('password.new'), autocomplete: 'new-password', hint: words('password.hint', { count: passwordLength.min }), isFirst: first === 'password' })}
${field({ ...at('repeat'), label: words('password.repeat'), autocomplete: 'new-password', isFirst: first === 'repeat' })}
<button>${words('password.submit')}</button>
</form>
<p><a href="${look.path}/forgot">${words('sign-in.forgot')}</a></p>
<p><a href="${look.origin}${paths.profile}">${words('page.back')}</a></p>`
  return page(look, words('change.title'), content, fault !== null)
}
