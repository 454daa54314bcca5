import { z } from 'zod'
import type { Identity } from './identity.ts'
import type { Visit } from './visit.ts'

const triedSchema = z.object({ email: z.string(), waitS: z.int() })
/** A sign-in that was refused: the name that was typed, and how long to wait, or 0 for a wrong one. */
export type RefusedTry = z.output<typeof triedSchema>

const cookieName = 'identity_refused'
const lifetimeMs = 60_000

/**
 * Keeps a refused try for the next view of the form, in a signed cookie of its page: the form is a page of its own that one
 * may go back to, and not the answer to what was sent.
 */
export function keepRefusedTry(identity: Identity, visit: Visit, refused: RefusedTry): void {
  const value = Buffer.from(JSON.stringify(refused)).toString('base64url')
  cookiesOf(identity, visit).set(cookieName, value, { ...attributesOf(visit), maxAge: lifetimeMs })
}

/** Takes what was kept; it is shown once. */
export function takeRefusedTry(identity: Identity, visit: Visit): RefusedTry | null {
  const cookies = cookiesOf(identity, visit)
  const value = cookies.get(cookieName, { signed: true })
  if (!value) return null
  cookies.set(cookieName, null, attributesOf(visit))
  return triedSchema.parse(JSON.parse(Buffer.from(value, 'base64url').toString()))
}

function cookiesOf({ current }: Identity, { req, res, site }: Visit) {
  return current.providerOf(site).createContext(req, res).cookies
}

function attributesOf({ url, look }: Visit) {
  return { path: `${look.path}${url.pathname}`, httpOnly: true, sameSite: 'lax', signed: true } as const
}
