import { callerOf } from '#server/infra/http/caller.ts'
import { factorsOf, isCodeOf, takeRecoveryCode } from '../factors/factors.ts'
import { newSecret } from '../factors/one-time-codes.ts'
import { creationOptions, requestOptions, usedPasskey } from '../factors/passkeys.ts'
import { appPage, codesPage, newPasskeyPage } from '../pages/factor-pages.ts'
import { waitText, wordsOf } from '../pages/page.ts'
import { methodsOf, passkeySignInPage, secondFactorPage } from '../pages/second-factor-page.ts'
import { type Form, redirect, sendPage, sendPageWithScript, type Visit } from '../pages/visit.ts'
import { type Counter, countAttempt, forgiveAttempt, nameIn } from '../passwords/attempts.ts'
import { type Person, personById } from '../passwords/persons.ts'
import {
  type Assurance,
  keyMethods,
  mustHaveFactor,
  passwordAlone,
  wantsStrong,
  withPassword,
} from '../protocol/assurance.ts'
import type { Identity } from '../protocol/identity.ts'
import { addFactor } from './adding-factors.ts'
import { finish, finished, type UnderWay } from './finishing.ts'
import { forgetFirstFactor, storeFirstFactor } from './first-factors.ts'
import { type RefusedAttempt, storeRefusedTry, takeRefusedTry } from './refused-try.ts'
import { sendFactorLetter } from './send-link.ts'
import { sessionOf } from './session.ts'

/** Finishes, or goes on to a second factor: the person has one, must have one, or the request demands one. */
export async function goOn(identity: Identity, visit: Visit, underWay: UnderWay, person: Person): Promise<void> {
  const { sql } = identity
  const { uid, params, signedInAs } = underWay
  if (signedInAs !== null && signedInAs !== person.id) return refuse(visit, { email: '', waitS: 0, fault: 'other' })
  const { hasAny } = await factorsOf(sql, person.id)
  if (!hasAny && !mustHaveFactor(person.groups, visit.site.secondFactorFor) && !wantsStrong(params.acr_values))
    return finish(identity, visit, person.id, passwordAlone)
  await storeFirstFactor(sql, uid, person.id)
  redirect(visit, visit.url.pathname)
}

/** Asks for the second factor, or leads to a first one. A refused try is shown once. */
export async function showSecondFactor(identity: Identity, visit: Visit, uid: string, person: Person): Promise<void> {
  const { sql } = identity
  const { look, site, url, reply } = visit
  const factors = await factorsOf(sql, person.id)
  if (!factors.hasAny) return showNewFactor(identity, visit, uid, person)
  const methods = methodsOf(factors)
  const method = methods.find((each) => each === url.searchParams.get('with')) ?? methods[0] ?? 'recovery'
  const options = method === 'passkey' ? await requestOptions(sql, site, `sign-in ${uid}`, person.id) : ''
  const refused = takeRefusedTry(visit)
  const words = wordsOf(look)
  const { waitS = 0 } = refused ?? {}
  if (waitS > 0) reply.header('retry-after', String(waitS))
  const wrong = refused?.fault === 'code' ? words('factor.wrong') : null
  const shown = {
    method,
    others: methods.filter((each) => each !== method),
    options,
    fault: waitS > 0 ? waitText(words, waitS) : wrong,
    hasFailed: refused?.fault === 'passkey',
  }
  sendPageWithScript(visit, secondFactorPage(look, shown), waitS > 0 ? 429 : refused ? 401 : 200)
}

/** Takes `code` or `credential`, or `restart`. Success finishes the sign-in, failure redirects to the form. */
export async function takeSecondFactor(
  identity: Identity,
  visit: Visit,
  uid: string,
  person: Person,
  form: Form,
): Promise<void> {
  const { sql } = identity
  if (form.restart !== undefined) {
    await forgetFirstFactor(sql, uid)
    return redirect(visit, visit.url.pathname)
  }
  if (!(await factorsOf(sql, person.id)).hasAny) return takeNewFactor(identity, visit, uid, person, form)
  if (form.credential !== undefined) {
    const used = await usedPasskey(sql, visit.site, `sign-in ${uid}`, form.credential)
    if (used?.personId !== person.id) return refuse(visit, { email: '', waitS: 0, fault: 'passkey' })
    return complete(identity, visit, uid, person, withPassword(...keyMethods(used)))
  }
  const judged = await judgeCode(identity, visit, person, form.code ?? '')
  if (judged.method === null) return refuse(visit, { email: '', waitS: judged.waitS, fault: 'code' })
  const isRecovery = judged.method === 'recovery'
  await complete(identity, visit, uid, person, isRecovery ? withPassword() : withPassword('otp'))
  if (isRecovery) await sendFactorLetter(identity, visit.site, person, 'codeUsed')
}

/** Instead of address and password. */
export async function showPasskeySignIn(identity: Identity, visit: Visit, { uid }: UnderWay): Promise<void> {
  const options = await requestOptions(identity.sql, visit.site, `sign-in ${uid}`, null)
  const refused = takeRefusedTry(visit)
  sendPageWithScript(visit, passkeySignInPage(visit.look, options, refused !== null), refused ? 401 : 200)
}

export async function signInByPasskey(
  identity: Identity,
  visit: Visit,
  { uid, signedInAs }: UnderWay,
  credential: string,
): Promise<void> {
  const { sql } = identity
  const used = await usedPasskey(sql, visit.site, `sign-in ${uid}`, credential)
  const person = used && (await personById(sql, used.personId))
  const isHere = person?.status === 'active' && person.tenantId === visit.site.tenantId
  if (!used || !isHere || (signedInAs !== null && signedInAs !== person.id))
    return refuse(visit, { email: '', waitS: 0, fault: 'passkey' })
  await finish(identity, visit, person.id, { acr: 'aal2', amr: [...keyMethods(used), 'mfa'] })
}

type Judged = { method: 'app' | 'recovery'; waitS?: never } | { method: null; waitS: number }

/** Takes a code of the app or a recovery code. Counts attempts as for passwords. */
export async function judgeCode(
  { sql, log }: Identity,
  { request }: Visit,
  person: Person,
  typed: string,
): Promise<Judged> {
  const counters: Counter[] = [
    { kind: 'factor', name: nameIn(person.tenantId, person.email) },
    { kind: 'address', name: callerOf(request) },
  ]
  for (const counter of counters) {
    const waitS = await countAttempt(sql, counter)
    if (waitS > 0) return { method: null, waitS }
  }
  const isApp = await isCodeOf(sql, person.id, typed)
  if (!isApp && !(await takeRecoveryCode(sql, person.id, typed))) {
    log.warn({ person: person.id }, 'second factor refused')
    return { method: null, waitS: 0 }
  }
  for (const counter of counters) await forgiveAttempt(sql, counter)
  return { method: isApp ? 'app' : 'recovery' }
}

async function showNewFactor({ sql }: Identity, visit: Visit, uid: string, person: Person): Promise<void> {
  const { look, site, url } = visit
  if (url.searchParams.get('with') !== 'passkey') return sendPage(visit, appPage(look, person, newSecret(), null))
  const options = await creationOptions(sql, site, person, `sign-in ${uid}`)
  sendPageWithScript(visit, newPasskeyPage(look, { options }, null))
}

async function takeNewFactor(identity: Identity, visit: Visit, uid: string, person: Person, form: Form): Promise<void> {
  const { sql } = identity
  const { look, site } = visit
  const purpose = `sign-in ${uid}` as const
  const session = await sessionOf(identity, visit)
  const added = await addFactor(sql, visit, { person, session, purpose }, form)
  if (added.fault === 'app') return sendPage(visit, appPage(look, person, form.secret ?? '', null, 'app'), 401)
  if (added.fault) {
    const options = await creationOptions(sql, site, person, purpose)
    return sendPageWithScript(visit, newPasskeyPage(look, { options, name: form.name ?? '' }, null, added.fault), 401)
  }
  await forgetFirstFactor(sql, uid)
  const { onward, tellOfDevice } = await finished(identity, visit, person.id, withPassword(...added.methods))
  sendPage(visit, codesPage(look, added.codes ?? [], onward))
  await tellOfDevice()
  await sendFactorLetter(identity, site, person, `${added.kind}Added`)
}

async function complete(
  identity: Identity,
  visit: Visit,
  uid: string,
  person: Person,
  assurance: Assurance,
): Promise<void> {
  await forgetFirstFactor(identity.sql, uid)
  await finish(identity, visit, person.id, assurance)
}

function refuse(visit: Visit, refused: RefusedAttempt): void {
  storeRefusedTry(visit, refused)
  redirect(visit, visit.look.address)
}
