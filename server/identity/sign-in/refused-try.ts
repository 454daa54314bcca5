import { z } from 'zod'
import { cookieAttributes, type Visit } from '../pages/visit.ts'
import { pathCookie } from '../protocol/cookies.ts'

const triedSchema = z.object({ email: z.string(), waitS: z.int() })
/** A sign-in that was refused: the name that was typed, and how long to wait, or 0 for a wrong one. */
export type RefusedTry = z.output<typeof triedSchema>

const cookieOf = ({ look }: Visit) => pathCookie('identity_refused', look.origin)
const lifetimeS = 60

/**
 * Keeps a refused try for the next view of the form, in a signed cookie of its page: the form is a page of its own that one
 * may go back to, and not the answer to what was sent.
 */
export function keepRefusedTry(visit: Visit, refused: RefusedTry): void {
  const value = Buffer.from(JSON.stringify(refused)).toString('base64url')
  visit.reply.setCookie(cookieOf(visit), value, { ...attributesOf(visit), maxAge: lifetimeS, signed: true })
}

/** Takes what was kept; it is shown once. */
export function takeRefusedTry(visit: Visit): RefusedTry | null {
  const cookie = visit.request.cookies[cookieOf(visit)]
  if (cookie === undefined) return null
  visit.reply.clearCookie(cookieOf(visit), attributesOf(visit))
  const { valid, value } = visit.request.unsignCookie(cookie)
  return valid ? triedSchema.parse(JSON.parse(Buffer.from(value, 'base64url').toString())) : null
}

function attributesOf({ url, look }: Visit) {
  return { ...cookieAttributes(look), path: url.pathname }
}
