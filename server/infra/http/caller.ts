import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { VerifiedToken } from '#server/infra/auth/verify-token.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for a visitor or before verification. */
    person: Bearer | null
    /** The person or address, for rate limits and turns. */
    caller: string
  }
}

/** `expiresAt` is in milliseconds. */
type Bearer = Pick<VerifiedToken, 'siteTenantId' | 'subject' | 'expiresAt' | 'sessionId'>
type FindPerson = (request: FastifyRequest) => Promise<Bearer | null>

/** Sets `person` and `caller`. */
export function nameCallers(app: FastifyInstance, findPerson: FindPerson): void {
  app.decorateRequest('person', null)
  app.decorateRequest('caller', '')
  app.addHook('onRequest', (request, _reply, done) => {
    request.caller = `address ${callerOf(request)}`
    if (request.headers.authorization === undefined) return done()
    findPerson(request).then((person) => {
      request.person = person
      if (person) request.caller = `person ${person.siteTenantId ?? ''} ${person.subject}`
      done()
    }, done)
  })
}

/**
 * The address for rate limits: without a proxy's port; an IPv6 address as its /64 network (one customer), IPv4-mapped
 * ones as IPv4.
 */
export function callerOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  const address = withoutPort(ip)
  if (isIPv4(address) || !isIPv6(address)) return address
  const groups = groupsOf(address)
  const [a = 0, b = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [a >> 8, a & 255, b >> 8, b & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

function withoutPort(written: string): string {
  const bracketed = /^\[([^\]]+)\](:\d+)?$/.exec(written)?.[1] ?? written
  const zoneless = bracketed.replace(/%.*$/, '')
  return /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(zoneless)?.[1] ?? zoneless
}

function groupsOf(address: string): number[] {
  // The URL parser normalises IPv6 addresses.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const numbers = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [first, last] = [numbers(head), numbers(tail ?? '')]
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
}
