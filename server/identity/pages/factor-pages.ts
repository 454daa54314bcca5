import { type Html, html } from '#server/infra/texts/html.ts'
import { wordingIn } from '#server/infra/texts/texts.ts'
import { paths } from '#shared/rules/paths.ts'
import { shownEmail } from '#shared/rules/shown-email.ts'
import type { Factors } from '../factors/factors.ts'
import { keyUri } from '../factors/one-time-codes.ts'
import type { Person } from '../passwords/persons.ts'
import { alert, field } from './field.ts'
import { type Look, page, type Translate, wordsOf } from './page.ts'
import { passkeyForm } from './passkey-form.ts'
import { qrCode } from './qr-code.ts'

/** `wait` is a text. */
export type FactorFault = 'current' | 'code' | 'name' | 'passkey' | { wait: string } | null

/** Fields of the person who confirms a change; null during a sign-in, whose password was right. */
export type Confirming = { needsCode: boolean } | null

/** Posts `secret`, `typed` and the fields of confirmation to its own address. */
export function appPage(
  look: Look,
  person: Person,
  secret: string,
  confirming: Confirming,
  fault: FactorFault | 'app' = null,
): string {
  const words = wordsOf(look)
  const uri = keyUri(secret, look.registryName, person.email)
  const content = html`<p>${words(confirming ? 'app.lead' : 'factor.required')}</p>
${waitAlert(fault === 'app' ? null : fault)}
<ol><li>${words('app.scan')}
${qrCode(uri, words('app.picture'))}
<code>${secret.match(/.{4}/g)?.join(' ') ?? secret}</code></li>
<li>${words('app.then')}</li></ol>
<form method="post">
<input type="hidden" name="secret" value="${secret}">
${field({ name: 'typed', label: words('app.code'), type: 'text', autocomplete: 'one-time-code', hint: words('app.codeHint'), fault: fault === 'app' ? words('app.wrong') : null, isFirst: fault === null || fault === 'app' })}
${confirming && confirmFields(words, confirming, fault === 'app' ? null : fault)}
<button>${words('app.add')}</button>
</form>
${confirming ? backLink(look) : html`<p><a href="?with=passkey">${words('factor.ratherPasskey')}</a></p>`}`
  return page(look, words('app.title'), content, fault !== null)
}

/** Posts `name`, `credential` and the fields of confirmation to its own address. */
export function newPasskeyPage(
  look: Look,
  { options, name = '' }: { options: string; name?: string },
  confirming: Confirming,
  fault: FactorFault = null,
): string {
  const words = wordsOf(look)
  const fields = html`${field({ name: 'name', label: words('passkey.name'), type: 'text', autocomplete: 'off', value: name, hint: words('passkey.nameHint'), fault: fault === 'name' ? words('passkey.nameWrong') : null, isFirst: fault === null || fault === 'name' })}
${confirming && confirmFields(words, confirming, fault)}`
  const content = html`<p>${words('passkey.lead')}</p>
${waitAlert(fault)}
${passkeyForm(look, { ceremony: 'create', options, fields, button: words('passkey.add'), hasFailed: fault === 'passkey' })}
${confirming ? backLink(look) : html`<p><a href="?with=app">${words('factor.ratherApp')}</a></p>`}`
  return page(look, words('passkey.title'), content, fault !== null)
}

/** Posts the fields of confirmation to its own address. */
export function confirmPage(
  look: Look,
  change: { remove: string; isLast: boolean } | 'codes',
  confirming: Confirming,
  fault: FactorFault = null,
): string {
  const words = wordsOf(look)
  const isCodes = change === 'codes'
  const title = isCodes ? words('codes.new') : words('security.removeTitle', { name: change.remove })
  const lead = isCodes ? 'codes.newLead' : change.isLast ? 'security.removeLast' : 'security.removeLead'
  const content = html`<p>${words(lead)}</p>
${waitAlert(fault)}
<form method="post">
${confirming && confirmFields(words, confirming, fault)}
<button>${words(isCodes ? 'codes.new' : 'security.remove')}</button>
</form>
${backLink(look)}`
  return page(look, title, content, fault !== null)
}

/** Shown once. */
export function codesPage(look: Look, codes: readonly string[], onward: string): string {
  const words = wordsOf(look)
  const content = html`<p>${words('codes.lead')}</p>
<ol class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ol>
<a class="button" href="${onward}">${words('codes.stored')}</a>`
  return page(look, words('codes.title'), content)
}

export function securityPage(
  look: Look,
  person: Person,
  { hasAny, appSince, passkeys, recoveryCodes }: Factors,
): string {
  const words = wordsOf(look)
  const to = (path: string, text: string, label: string | null = null) =>
    html`<a href="${look.path}/security/${path}" ${label && html`aria-label="${label}"`}>${text}</a>`
  const removal = (factor: string, name: string) =>
    to(`remove?factor=${encodeURIComponent(factor)}`, words('security.remove'), words('security.removeTitle', { name }))
  const day = (date: Date) => wordingIn(look.language).day(date.toISOString())
  const content = html`<p>${words(hasAny ? 'security.isOn' : 'security.lead', { email: shownEmail(person.email) })}</p>
<h2>${words('security.app')}</h2>
<p>${appSince ? words('security.appSince', { date: day(appSince) }) : words('security.none')}</p>
<p>${appSince ? removal('app', words('security.app')) : to('app', words('app.add'))}</p>
<h2>${words('security.passkeys')}</h2>
${passkeys.length === 0 && html`<p>${words('security.none')}</p>`}
<ul>${passkeys.map(
    ({ id, name, createdAt, lastUsedAt }) =>
      html`<li><strong>${name}</strong> <small>${words('security.added', { date: day(createdAt) })} ${lastUsedAt && words('security.used', { date: day(lastUsedAt) })}</small> ${removal(id, name)}</li>`,
  )}</ul>
<p>${to('passkey', words('passkey.add'))}</p>
${
  hasAny &&
  html`<h2>${words('security.codes')}</h2>
<p>${words('security.codesLeft', { count: recoveryCodes })}</p>
<p>${to('codes', words('codes.new'))}</p>`
}
<a class="button" href="${look.origin}${paths.profile}">${words('page.back')}</a>`
  return page(look, words('security.title'), content)
}

function confirmFields(words: Translate, confirming: Confirming, fault: FactorFault): Html {
  return html`${field({ name: 'current', label: words('password.current'), type: 'password', autocomplete: 'current-password', fault: fault === 'current' ? words('password.currentWrong') : null, isFirst: fault === 'current' })}
${confirming?.needsCode ? field({ name: 'code', label: words('security.code'), type: 'text', autocomplete: 'off', fault: fault === 'code' ? words('factor.wrong') : null, isFirst: fault === 'code' }) : null}`
}

function waitAlert(fault: FactorFault): Html | null {
  return alert(fault !== null && typeof fault === 'object' ? fault.wait : null)
}

function backLink(look: Look): Html {
  return html`<p><a href="${look.path}/security">${wordsOf(look)('security.back')}</a></p>`
}
