import { html } from '#server/infra/texts/html.ts'
import { faultOfEmail } from '#shared/rules/email.ts'
import { alert, field } from './field.ts'
import { type Look, page, wordsOf } from './page.ts'

export type RegisterFault = 'firstName' | 'lastName' | 'email'

/** Posts `firstName`, `lastName` and `email` to its own address. */
export function registerPage(
  look: Look,
  typed: Record<string, unknown> = {},
  fault: { field?: RegisterFault; text?: string } = {},
): string {
  const words = wordsOf(look)
  const textOf = (name: RegisterFault) => {
    const value = typeof typed[name] === 'string' ? typed[name] : ''
    const wrong = () =>
      name === 'email' ? words(`address.wrong.${faultOfEmail(value) ?? 'form'}`) : words(`register.wrong.${name}`)
    return { value, fault: fault.field === name ? wrong() : null }
  }
  const content = html`<p>${words('register.lead')}</p>
${alert(fault.text ?? null)}
<form method="post">
${field({ name: 'firstName', label: words('register.firstName'), type: 'text', autocomplete: 'given-name', isFirst: true, ...textOf('firstName') })}
${field({ name: 'lastName', label: words('register.lastName'), type: 'text', autocomplete: 'family-name', ...textOf('lastName') })}
${field({ name: 'email', label: words('sign-in.email'), type: 'email', autocomplete: 'username', ...textOf('email') })}
<button>${words('register.submit')}</button>
</form>
<p><a href="${look.origin}/">${words('page.back')}</a></p>`
  return page(look, words('register.title'), content, fault.field !== undefined || fault.text !== undefined)
}
