import { decodeJwt, decodeProtectedHeader, importJWK, type JWK, SignJWT } from 'jose'
import type { Sql } from '#server/infra/db/database.ts'

/** A token of the embedded provider that states something else of its sign-in; undefined: nothing. */
export async function restated(
  sql: Sql,
  token: string,
  claims: { auth_time?: number | undefined; acr?: string | undefined },
): Promise<string> {
  const { kid, alg = '', typ } = decodeProtectedHeader(token)
  const [key] = await sql<
    { jwk: JWK }[]
  >`select private_key as jwk from identity.signing_key where kid = ${String(kid)}`
  if (!key || typ === undefined) throw new Error('The provider did not sign this token.')
  const payload = JSON.parse(JSON.stringify({ ...decodeJwt(token), ...claims }))
  return new SignJWT(payload).setProtectedHeader({ kid: String(kid), alg, typ }).sign(await importJWK(key.jwk, alg))
}

/** `auth_time` of a sign-in so many minutes ago. */
export function minutesAgo(minutes: number): number {
  return Math.floor(Date.now() / 1_000) - minutes * 60
}
