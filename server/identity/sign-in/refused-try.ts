import { z } from 'zod'
import { cookieAttributes, type Visit } from '../pages/visit.ts'
import { pathCookie } from '../protocol/cookies.ts'

const triedSchema = z.object({
  email: z.string(),
  waitS: z.int(),
  fault: z.enum(['code', 'passkey', 'other']).optional(),
})
/** `waitS` is 0 for wrong credentials. `fault` is other than a wrong address or password. */
export type RefusedAttempt = z.output<typeof triedSchema>

const cookieOf = ({ look }: Visit) => pathCookie('identity_refused', look.origin)
const lifetimeS = 60

/** In a signed cookie: after a redirect, going back in the browser leads to the form and not to a posted answer. */
export function storeRefusedTry(visit: Visit, refused: RefusedAttempt): void {
  const value = Buffer.from(JSON.stringify(refused)).toString('base64url')
  visit.reply.setCookie(cookieOf(visit), value, { ...attributesOf(visit), maxAge: lifetimeS, signed: true })
}

/** The refused try is shown once. */
export function takeRefusedTry(visit: Visit): RefusedAttempt | null {
  const cookie = visit.request.cookies[cookieOf(visit)]
  if (cookie === undefined) return null
  visit.reply.clearCookie(cookieOf(visit), attributesOf(visit))
  const { valid, value } = visit.request.unsignCookie(cookie)
  return valid ? triedSchema.parse(JSON.parse(Buffer.from(value, 'base64url').toString())) : null
}

function attributesOf({ url, look }: Visit) {
  return { ...cookieAttributes(look), path: url.pathname }
}
