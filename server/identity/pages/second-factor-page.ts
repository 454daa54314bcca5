import { type Html, html } from '#server/infra/texts/html.ts'
import type { Factors } from '../factors/factors.ts'
import { alert, field } from './field.ts'
import { type Look, page, wordsOf } from './page.ts'
import { passkeyForm } from './passkey-form.ts'

const methods = ['app', 'passkey', 'recovery'] as const
type Method = (typeof methods)[number]

export function methodsOf({ appSince, passkeys, recoveryCodes }: Factors): Method[] {
  const has = { app: appSince !== null, passkey: passkeys.length > 0, recovery: recoveryCodes > 0 }
  return methods.filter((method) => has[method])
}

type Shown = { method: Method; others: readonly Method[]; options: string; fault: string | null; hasFailed: boolean }

/** Posts `code` or `credential`, or `restart`, to its own address. */
export function secondFactorPage(look: Look, { method, others, options, fault, hasFailed }: Shown): string {
  const words = wordsOf(look)
  const form =
    method === 'passkey'
      ? passkeyForm(look, { ceremony: 'get', options, button: words('factor.use.passkey'), hasFailed })
      : codeForm(look, method)
  const content = html`<p>${words(`factor.lead.${method}`)}</p>
${alert(fault)}
${form}
${others.map((other) => html`<p><a href="?with=${other}">${words(`factor.use.${other}`)}</a></p>`)}
<form method="post"><button name="restart" value="yes" class="quiet">${words('factor.restart')}</button></form>`
  return page(look, words('factor.title'), content, fault !== null || hasFailed)
}

/** Instead of address and password. Posts `credential`. */
export function passkeySignInPage(look: Look, options: string, hasFailed: boolean): string {
  const words = wordsOf(look)
  const content = html`<p>${words('sign-in.lead')}</p>
${passkeyForm(look, { ceremony: 'get', options, button: words('factor.use.passkey'), hasFailed })}
<p><a href="?with=password">${words('sign-in.withPassword')}</a></p>`
  return page(look, words('sign-in.passkey'), content, hasFailed)
}

function codeForm(look: Look, method: 'app' | 'recovery'): Html {
  const words = wordsOf(look)
  const autocomplete = method === 'app' ? 'one-time-code' : 'off'
  return html`<form method="post">
${field({ name: 'code', label: words(`factor.code.${method}`), type: 'text', autocomplete, isFirst: true })}
<button>${words('sign-in.submit')}</button>
</form>`
}
