import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors, jwtVerify } from 'jose'
import { type Person, personById } from '../passwords/persons.ts'
import type { Identity } from './identity.ts'
import { signingAlgorithm } from './keys.ts'
import { claimsOf } from './provider.ts'
import type { IdentitySite } from './sites.ts'

type Visit = { request: FastifyRequest; reply: FastifyReply; site: IdentitySite }

/** Sends the token bearer's claims (OpenID Connect Core, section 5.3), with current groups. */
export async function showUserinfo(identity: Identity, { request, reply, site }: Visit): Promise<void> {
  const person = await bearerOf(identity, site, request.headers.authorization)
  reply.header('cache-control', 'no-store')
  if (person) reply.send(claimsOf(person, identity.options.groupsClaim))
  else reply.code(401).header('www-authenticate', 'Bearer error="invalid_token"').send()
}

async function bearerOf(
  { sql, current, options }: Identity,
  { issuer, tenantId }: IdentitySite,
  authorization = '',
): Promise<Person | null> {
  const [, token = ''] = /^Bearer (\S+)$/.exec(authorization) ?? []
  try {
    const { payload } = await jwtVerify(token, current.keyOf, {
      issuer,
      audience: options.audience,
      algorithms: [signingAlgorithm],
      typ: 'at+jwt',
    })
    const ended = await sql`select from identity.ended_session where grant_id = ${String(payload.sid)}`
    if (ended.length > 0) return null
    const person = await personById(sql, payload.sub ?? '')
    return person?.status === 'active' && person.tenantId === tenantId ? person : null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
