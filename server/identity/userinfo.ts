import { errors, jwtVerify } from 'jose'
import type { Identity } from './identity.ts'
import { signingAlgorithm } from './keys.ts'
import { type Person, personById } from './persons.ts'
import { claimsOf } from './provider.ts'
import type { IdentitySite } from './sites.ts'
import type { Visit } from './visit.ts'

/** Who the bearer of an access token is (OpenID Connect Core, section 5.3), with the groups as they are now. */
export async function showUserinfo(identity: Identity, { req, res, site }: Visit): Promise<void> {
  const person = await bearerOf(identity, site, req.headers.authorization)
  res.setHeader('cache-control', 'no-store')
  if (!person) {
    res.statusCode = 401
    res.setHeader('www-authenticate', 'Bearer error="invalid_token"')
    res.end()
    return
  }
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify(claimsOf(person, identity.options.groupsClaim)))
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
    const person = await personById(sql, payload.sub ?? '')
    return person?.status === 'active' && person.tenantId === tenantId ? person : null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
