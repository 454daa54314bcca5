import { inTransaction } from '#server/infra/db/database.ts'
import { callerOf } from '#server/infra/http/caller.ts'
import { auditOwn } from '#server/people/users/own-sign-in.ts'
import { type Factors, factorsOf, newRecoveryCodes, removeFactor } from '../factors/factors.ts'
import { newSecret } from '../factors/one-time-codes.ts'
import { creationOptions } from '../factors/passkeys.ts'
import {
  appPage,
  codesPage,
  confirmPage,
  type FactorFault,
  newPasskeyPage,
  securityPage,
} from '../pages/factor-pages.ts'
import { noticePage } from '../pages/notice-page.ts'
import { waitText, wordsOf } from '../pages/page.ts'
import { type Form, formOf, redirect, sendPage, sendPageWithScript, type Visit } from '../pages/visit.ts'
import { judge } from '../passwords/judging.ts'
import type { Person } from '../passwords/persons.ts'
import type { Identity } from '../protocol/identity.ts'
import { addFactor } from './adding-factors.ts'
import { ownActorOf } from './own-actor.ts'
import { judgeCode } from './second-factor.ts'
import { sendFactorLetter } from './send-link.ts'
import { personHere, type Session } from './session.ts'

/** `needsCode`: a session without a second factor of somebody who has one. */
type Owner = { person: Person; session: Session; factors: Factors; confirming: { needsCode: boolean } }

export async function showSecurity(identity: Identity, visit: Visit): Promise<void> {
  const owner = await ownerOf(identity, visit)
  if (owner) sendPage(visit, securityPage(visit.look, owner.person, owner.factors))
}

export async function showNewApp(identity: Identity, visit: Visit): Promise<void> {
  const owner = await ownerOf(identity, visit)
  if (owner?.factors.appSince) return redirect(visit, home(visit))
  if (owner) sendPage(visit, appPage(visit.look, owner.person, newSecret(), owner.confirming))
}

export async function showNewPasskey(identity: Identity, visit: Visit): Promise<void> {
  const owner = await ownerOf(identity, visit)
  if (owner) await sendPasskeyPage(identity, visit, owner)
}

/** An app or a passkey. Shows the recovery codes that come with the first factor. */
export async function addNewFactor(identity: Identity, visit: Visit): Promise<void> {
  const form = formOf(visit)
  const owner = await ownerOf(identity, visit)
  if (!owner) return
  const { look } = visit
  const { person, session, confirming } = owner
  const again = (fault: FactorFault | 'app', status: number) =>
    form.secret === undefined
      ? sendPasskeyPage(identity, visit, owner, form.name, fault === 'app' ? null : fault, status)
      : sendPage(visit, appPage(look, person, form.secret, confirming, fault), status)
  if (!(await isConfirmed(identity, visit, owner, form, again))) return
  const purpose = `person ${person.id}` as const
  const added = await addFactor(identity.sql, visit, { person, session, purpose }, form)
  if (added.fault) return again(added.fault, 400)
  await told(identity, visit, owner, `${added.kind}Added`, added.codes)
}

export async function showNewCodes(identity: Identity, visit: Visit): Promise<void> {
  const owner = await ownerOf(identity, visit)
  if (owner && !owner.factors.hasAny) return redirect(visit, home(visit))
  if (owner) sendPage(visit, confirmPage(visit.look, 'codes', owner.confirming))
}

export async function makeNewCodes(identity: Identity, visit: Visit): Promise<void> {
  const form = formOf(visit)
  const owner = await ownerOf(identity, visit)
  if (!owner) return
  if (!owner.factors.hasAny) return redirect(visit, home(visit))
  const again = (fault: FactorFault, status: number) =>
    sendPage(visit, confirmPage(visit.look, 'codes', owner.confirming, fault), status)
  if (!(await isConfirmed(identity, visit, owner, form, again))) return
  const codes = await inTransaction(identity.sql, async (tx) => {
    await auditOwn(tx, ownActorOf(visit, owner.person.id), 'user.factors')
    return newRecoveryCodes(tx, owner.person.id)
  })
  await told(identity, visit, owner, 'codesMade', codes)
}

export async function showRemoval(identity: Identity, visit: Visit): Promise<void> {
  const owner = await ownerOf(identity, visit)
  const removal = owner && removalIn(visit, owner)
  if (owner && !removal) return redirect(visit, home(visit))
  if (owner && removal) sendPage(visit, confirmPage(visit.look, removal, owner.confirming))
}

export async function removeOwnFactor(identity: Identity, visit: Visit): Promise<void> {
  const form = formOf(visit)
  const owner = await ownerOf(identity, visit)
  if (!owner) return
  const removal = removalIn(visit, owner)
  if (!removal) return redirect(visit, home(visit))
  const again = (fault: FactorFault, status: number) =>
    sendPage(visit, confirmPage(visit.look, removal, owner.confirming, fault), status)
  if (!(await isConfirmed(identity, visit, owner, form, again))) return
  await inTransaction(identity.sql, async (tx) => {
    await removeFactor(tx, owner.person.id, removal.factor)
    await auditOwn(tx, ownActorOf(visit, owner.person.id), 'user.factors')
  })
  await told(identity, visit, owner, removal.factor === 'app' ? 'appRemoved' : 'passkeyRemoved')
}

/** Returns the signed-in person, or null after sending an error page. */
async function ownerOf(identity: Identity, visit: Visit): Promise<Owner | null> {
  const here = await personHere(identity, visit)
  if (!here) {
    sendPage(visit, noticePage(visit.look, 'security.refused'), 401)
    return null
  }
  const factors = await factorsOf(identity.sql, here.person.id)
  return { ...here, factors, confirming: { needsCode: factors.hasAny && !here.session.isStrong } }
}

/** Checks the password, and a code if the session lacks a second factor. Returns false after sending the page again. */
async function isConfirmed(
  identity: Identity,
  visit: Visit,
  { person, confirming }: Owner,
  form: Form,
  again: (fault: FactorFault, status: number) => void | Promise<void>,
): Promise<boolean> {
  const { tenantId, email } = person
  const address = callerOf(visit.request)
  const judged = await judge(identity, { tenantId, email, password: form.current ?? '', address })
  const waitS = judged.waitS ?? 0
  if (judged.person && !confirming.needsCode) return true
  if (judged.person) {
    const code = await judgeCode(identity, visit, person, form.code ?? '')
    if (code.method !== null) return true
    await (code.waitS > 0 ? refused(code.waitS) : again('code', 401))
    return false
  }
  await (waitS > 0 ? refused(waitS) : again('current', 401))
  return false

  function refused(seconds: number) {
    visit.reply.header('retry-after', String(seconds))
    return again({ wait: waitText(wordsOf(visit.look), seconds) }, 429)
  }
}

/** Shows new codes or the page of all methods, and writes to the person. */
async function told(
  identity: Identity,
  visit: Visit,
  { person }: Owner,
  change: Parameters<typeof sendFactorLetter>[3],
  codes: readonly string[] | null = null,
): Promise<void> {
  identity.log.info({ person: person.id, change }, 'sign-in methods changed')
  if (codes) sendPage(visit, codesPage(visit.look, codes, home(visit)))
  else redirect(visit, home(visit))
  await sendFactorLetter(identity, visit.site, person, change)
}

async function sendPasskeyPage(
  { sql }: Identity,
  visit: Visit,
  { person, confirming }: Owner,
  name = '',
  fault: FactorFault = null,
  status = 200,
): Promise<void> {
  const options = await creationOptions(sql, visit.site, person, `person ${person.id}`)
  sendPageWithScript(visit, newPasskeyPage(visit.look, { options, name }, confirming, fault), status)
}

/** The factor in the address, if it is the person's. */
function removalIn({ look, url }: Visit, { factors }: Owner) {
  const { appSince, passkeys } = factors
  const asked = url.searchParams.get('factor')
  const isLast = passkeys.length + (appSince ? 1 : 0) === 1
  if (asked === 'app') return appSince && { factor: 'app' as const, remove: wordsOf(look)('security.app'), isLast }
  const passkey = passkeys.find(({ id }) => id === asked)
  return passkey ? { factor: { passkey: passkey.id }, remove: passkey.name, isLast } : null
}

function home({ look }: Visit): string {
  return `${look.path}/security`
}
