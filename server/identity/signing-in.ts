import { errors } from 'oidc-provider'
import { type Counter, countAttempt, forgiveAttempt, nameIn } from './attempts.ts'
import type { Identity } from './identity.ts'
import { noticePage } from './pages/notice-page.ts'
import { waitText, wordsOf } from './pages/page.ts'
import { signInPage } from './pages/sign-in-page.ts'
import { isPassword } from './passwords.ts'
import { credentialsOf, type Person } from './persons.ts'
import { mayRegister } from './registering.ts'
import { emailIn, formOf, lookOf, sendPage, type Visit } from './visit.ts'

/** Shows the form of a sign-in that the provider has under way. */
export async function showSignIn(identity: Identity, visit: Visit): Promise<void> {
  const wishes = await signInUnderWay(identity, visit)
  if (!wishes) return sendPage(visit, noticePage(visit.look, 'expired'), 400)
  const look = lookOf(visit.req, visit.url, visit.site, wishes)
  sendPage({ res: visit.res, look }, signInPage(look, { mayRegister: mayRegister(identity, visit.site) }))
}

/** Judges e-mail and password; the right ones finish the sign-in, others get the form again with one and the same words. */
export async function signIn(identity: Identity, visit: Visit): Promise<void> {
  const { req, res, site, address } = visit
  const form = await formOf(req)
  const wishes = await signInUnderWay(identity, visit)
  if (!wishes) return sendPage(visit, noticePage(visit.look, 'expired'), 400)
  const look = lookOf(req, visit.url, site, wishes)
  const email = emailIn(form)
  const { tenantId } = site
  const judged = await judge(identity, { tenantId, email, password: form.get('password') ?? '', address })
  if (judged.person) {
    identity.log.info({ person: judged.person.id }, 'signed in')
    const result = { login: { accountId: judged.person.id, amr: ['pwd'] } }
    return identity.current.providerOf(site).interactionFinished(req, res, result, { mergeWithLastSubmission: false })
  }
  const words = wordsOf(look)
  const fault = judged.waitS > 0 ? waitText(words, judged.waitS) : words('sign-in.wrong')
  if (judged.waitS > 0) res.setHeader('retry-after', String(judged.waitS))
  sendPage(
    { res, look },
    signInPage(look, { email, fault, mayRegister: mayRegister(identity, site) }),
    judged.waitS > 0 ? 429 : 401,
  )
}

type Attempt = { tenantId: string; email: string; password: string; address: string }
type Judged = { person: Person; waitS?: never } | { person?: never; waitS: number }

/** Every attempt counts by name and by address; who is suspended or not yet set up is told nothing else than a wrong guesser. */
async function judge({ sql, log }: Identity, { tenantId, email, password, address }: Attempt): Promise<Judged> {
  const counters: Counter[] = [
    { kind: 'person', name: nameIn(tenantId, email) },
    { kind: 'address', name: address },
  ]
  for (const counter of counters) {
    const waitS = await countAttempt(sql, counter)
    if (waitS > 0) {
      log.warn({ by: counter.kind, waitS }, 'sign-in has to wait')
      return { waitS }
    }
  }
  const found = await credentialsOf(sql, tenantId, email)
  const isRight = await isPassword(password, found?.passwordHash ?? null)
  if (!found || !isRight || found.status !== 'active') {
    log.warn({ person: found?.id ?? null }, 'sign-in refused')
    return { waitS: 0 }
  }
  for (const counter of counters) await forgiveAttempt(sql, counter)
  return { person: found }
}

/** What the site asked for when it sent somebody here; null if that is over. */
async function signInUnderWay({ current }: Identity, { req, res, site }: Visit) {
  try {
    return (await current.providerOf(site).interactionDetails(req, res)).params
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null
    throw error
  }
}
