import { errors } from 'oidc-provider'
import { type Counter, countAttempt, forgiveAttempt } from './attempts.ts'
import type { Identity } from './identity.ts'
import { noticePage } from './pages/notice-page.ts'
import { type Say, wordsOf } from './pages/page.ts'
import { signInPage } from './pages/sign-in-page.ts'
import { isPassword } from './passwords.ts'
import { credentialsOf, type Person } from './persons.ts'
import { emailIn, formOf, lookOf, sendPage, type Visit } from './visit.ts'

/** Shows the form of a sign-in that the provider has under way. */
export async function showSignIn(identity: Identity, visit: Visit): Promise<void> {
  const wishes = await signInUnderWay(identity, visit)
  if (!wishes) return sendPage(visit, noticePage(visit.look, 'expired'), 400)
  const look = lookOf(visit.req, visit.url, identity.options, wishes)
  sendPage({ res: visit.res, look }, signInPage(look))
}

/** Judges e-mail and password; the right ones finish the sign-in, others get the form again with one and the same words. */
export async function signIn(identity: Identity, visit: Visit): Promise<void> {
  const { req, res } = visit
  const form = await formOf(req)
  const wishes = await signInUnderWay(identity, visit)
  if (!wishes) return sendPage(visit, noticePage(visit.look, 'expired'), 400)
  const look = lookOf(req, visit.url, identity.options, wishes)
  const email = emailIn(form)
  const judged = await judge(identity, { email, password: form.get('password') ?? '', address: visit.address })
  if (judged.person) {
    identity.log.info({ person: judged.person.id }, 'signed in')
    const result = { login: { accountId: judged.person.id, amr: ['pwd'] } }
    return identity.current.provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false })
  }
  const words = wordsOf(look)
  const fault = judged.waitS > 0 ? waitText(words, judged.waitS) : words('sign-in.wrong')
  if (judged.waitS > 0) res.setHeader('retry-after', String(judged.waitS))
  sendPage({ res, look }, signInPage(look, { email, fault }), judged.waitS > 0 ? 429 : 401)
}

/** How long to wait, in the reader's words; from two minutes on in minutes. */
export function waitText(words: Say, waitS: number): string {
  return waitS < 120 ? words('wait.seconds', { count: waitS }) : words('wait.minutes', { count: Math.ceil(waitS / 60) })
}

type Attempt = { email: string; password: string; address: string }
type Judged = { person: Person; waitS?: never } | { person?: never; waitS: number }

/** Every attempt counts by name and by address; who is suspended or not yet set up is told nothing else than a wrong guesser. */
async function judge({ sql, log }: Identity, { email, password, address }: Attempt): Promise<Judged> {
  const counters: Counter[] = [
    { kind: 'person', name: email },
    { kind: 'address', name: address },
  ]
  for (const counter of counters) {
    const waitS = await countAttempt(sql, counter)
    if (waitS > 0) {
      log.warn({ by: counter.kind, waitS }, 'sign-in has to wait')
      return { waitS }
    }
  }
  const found = await credentialsOf(sql, email)
  const isRight = await isPassword(password, found?.passwordHash ?? null)
  if (!found || !isRight || found.status !== 'active') {
    log.warn({ person: found?.id ?? null }, 'sign-in refused')
    return { waitS: 0 }
  }
  for (const counter of counters) await forgiveAttempt(sql, counter)
  return { person: found }
}

/** What the site asked for when it sent somebody here; null if that is over. */
async function signInUnderWay({ current }: Identity, { req, res }: Visit) {
  try {
    return (await current.provider.interactionDetails(req, res)).params
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null
    throw error
  }
}
