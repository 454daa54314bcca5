import { html } from '#server/infra/texts/html.ts'
import { paths } from '#shared/rules/paths.ts'
import { shownEmail } from '#shared/rules/shown-email.ts'
import type { Person } from '../passwords/persons.ts'
import { alert, field } from './field.ts'
import { type Look, page, wordsOf } from './page.ts'

/** The new address confirms; the present one may stop the change. */
export type Answer = 'confirm' | 'stop'

/** A fault of one field or, without `field`, of the whole form. */
export type AddressFault = { field?: 'email' | 'current'; text: string }

/** Posts `email` and `current` to its own address. */
export function addressPage(look: Look, person: Person, typed = '', fault: AddressFault | null = null): string {
  const words = wordsOf(look)
  const faultAt = (name: 'email' | 'current') => (fault?.field === name ? fault.text : null)
  const content = html`<p>${words('address.lead', { email: shownEmail(person.email) })}</p>
${alert(fault && fault.field === undefined ? fault.text : null)}
<form method="post">
${field({ name: 'email', label: words('address.new'), type: 'email', autocomplete: 'email', value: typed, fault: faultAt('email'), isFirst: fault?.field !== 'current' })}
${field({ name: 'current', label: words('password.current'), type: 'password', autocomplete: 'current-password', fault: faultAt('current'), isFirst: fault?.field === 'current' })}
<button>${words('address.submit')}</button>
</form>
<p><a href="${look.path}/forgot">${words('sign-in.forgot')}</a></p>
<p><a href="${look.origin}${paths.profile}">${words('page.back')}</a></p>`
  return page(look, words('address.title'), content, fault !== null)
}

/** Posts to its own address. */
export function answerPage(look: Look, answer: Answer, email: string): string {
  const words = wordsOf(look)
  const content = html`<p>${words(`address.${answer}.lead`, { email: shownEmail(email) })}</p>
<form method="post">
<button>${words(`address.${answer}.submit`)}</button>
</form>
<p><a href="${look.origin}/">${words('page.back')}</a></p>`
  return page(look, words(`address.${answer}.title`), content)
}
