import { describe, expect, test } from 'vitest'
import {
  currentAccountId,
  groupName,
  groupsOf,
  isAccountAdmin,
  isTenantAdmin,
  isTenantAdminOf,
  MAX_GROUPS,
  parseGroup,
  userId,
} from './groups.ts'
import { isExpired, oidcUserKey, type SignedInRecord } from './signed-in-record.ts'

const now = Date.parse('2026-01-01T00:00:00Z')
const nowS = now / 1000

describe('the signed-in record', () => {
  test('is stored under a key of prefix, authority and client id', () => {
    expect(oidcUserKey('https://id.example.org', 'web')).toBe('oidc.user:https://id.example.org:web')
  })

  test('gives the second segment of the first group ending in |General', () => {
    expect(currentAccountId(record(['t|a|AccountAdmin', 't|first|General', 't|second|General']), now)).toBe('first')
  })

  test('gives no account without a General group, a list, a record or a valid token', () => {
    expect(currentAccountId(record(['t|a|AccountAdmin', 'General']), now)).toBeNull()
    expect(currentAccountId(record('t|a|General'), now)).toBeNull()
    expect(currentAccountId(null, now)).toBeNull()
    expect(currentAccountId(record(['t|a|General'], nowS - 1), now)).toBeNull()
    expect(currentAccountId({ profile: { sub: 'u', groups: ['t|a|General'] } }, now)).toBeNull()
  })

  test('gives the groups of another claim', () => {
    const cognito: SignedInRecord = {
      id_token: idToken(nowS + 60),
      profile: { sub: 'u', 'cognito:groups': ['t|a|General'] },
    }
    expect(currentAccountId(cognito, now, 'cognito:groups')).toBe('a')
  })

  test('gives the subject as user id', () => {
    expect(userId(record([]))).toBe('u')
    expect(userId(null)).toBeNull()
  })
})

describe('an id token', () => {
  test.each([
    ['ending later', idToken(nowS + 1), false],
    ['ending now', idToken(nowS), false],
    ['ended', idToken(nowS - 1), true],
    ['without end', idToken(undefined), true],
    ['with an end in words', idToken('tomorrow'), true],
    ['that is no token', 'nonsense', true],
    ['with letters beyond ASCII', idToken(nowS + 1, 'Zoë 🌍'), false],
  ])('%s: expired %s', (_name, token, expired) => {
    expect(isExpired(token, now)).toBe(expired)
  })
})

describe('the groups in a token', () => {
  test.each([
    ['an exact name', { groups: ['a'] }, 'groups', ['a']],
    ['a name with a colon', { 'cognito:groups': ['a'] }, 'cognito:groups', ['a']],
    ['a name with dots, as a URL has', { 'https://x.org/groups': ['a'] }, 'https://x.org/groups', ['a']],
    ['a path', { realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
    ['a path that names no role is one group', { groups: ['/a/b'] }, 'groups', ['/a/b']],
    [
      'paths as Keycloak writes them',
      { groups: ['/t/a/General', '/t/TenantAdmin', '/t/a/b/General', '/t|a/General', '/t/a/General/', '//t/General'] },
      'groups',
      ['t|a|General', 't|TenantAdmin', '/t/a/b/General', '/t|a/General', '/t/a/General/', '//t/General'],
    ],
    ['none', {}, 'groups', []],
    ['none at a path', { realm_access: 'x' }, 'realm_access.roles', []],
    ['nothing inherited', {}, 'constructor', []],
    ['text', { groups: 't|a|General' }, 'groups', null],
    ['an object', { groups: { 0: 'a' } }, 'groups', null],
    ['null', { groups: null }, 'groups', null],
    ['numbers', { groups: [1] }, 'groups', null],
    ['a very long one', { groups: ['x'.repeat(257)] }, 'groups', null],
    ['too many', { groups: Array.from({ length: MAX_GROUPS + 1 }, () => 'a') }, 'groups', null],
  ])('%s', (_name, claims, claim, groups) => {
    expect(groupsOf(claims, claim)).toEqual(groups)
  })
})

describe('the groups in one text', () => {
  test.each([
    ['several', 't|a|General,t|a|AccountAdmin', ['t|a|General', 't|a|AccountAdmin']],
    ['one', 't|a|General', ['t|a|General']],
    ['paths', '/t/a/General,/t/TenantAdmin', ['t|a|General', 't|TenantAdmin']],
    ['with spaces and gaps', ' t|a|General , ,x,', ['t|a|General', 'x']],
    ['none', '', []],
    ['a list all the same', ['a,b', 'c'], ['a,b', 'c']],
    ['a number', 1, null],
    ['too many', 'a,'.repeat(MAX_GROUPS + 1), null],
    ['a very long one', 'x'.repeat(257), null],
  ])('%s', (_name, groups, read) => {
    expect(groupsOf({ groups }, 'groups', ',')).toEqual(read)
  })

  test('are found between another delimiter, and in the signed-in record', () => {
    expect(groupsOf({ groups: 'a b' }, 'groups', ' ')).toEqual(['a', 'b'])
    expect(currentAccountId(record('t|x|AccountAdmin,t|a|General'), now, 'groups', ',')).toBe('a')
  })
})

describe('what a screen shows', () => {
  test('tenant admins by name or ending', () => {
    expect(isTenantAdmin(['TenantAdmin'])).toBe(true)
    expect(isTenantAdmin(['t|TenantAdmin'])).toBe(true)
    expect(isTenantAdmin(['NotTenantAdmin', 't|a|General'])).toBe(false)
  })

  test('account admins by the exact group', () => {
    expect(isAccountAdmin(['t|a|AccountAdmin'], 't', 'a')).toBe(true)
    expect(isAccountAdmin(['t|b|AccountAdmin'], 't', 'a')).toBe(false)
    expect(isAccountAdmin(['t|a|AccountAdmin'], 't', null)).toBe(false)
  })
})

describe('what the server grants', () => {
  test.each([
    ['t|a|General', { tenantId: 't', accountId: 'a', role: 'General' }],
    ['t|a|AccountAdmin', { tenantId: 't', accountId: 'a', role: 'AccountAdmin' }],
    ['t|TenantAdmin', { tenantId: 't', accountId: null, role: 'TenantAdmin' }],
    ['TenantAdmin', { tenantId: null, accountId: null, role: 'TenantAdmin' }],
  ] as const)('%s and back', (group, membership) => {
    expect(parseGroup(group)).toEqual(membership)
    expect(groupName(membership)).toBe(group)
  })

  test.each([
    '',
    'General',
    't|General',
    '|a|General',
    't||General',
    't|a|',
    't|a|b|General',
    't|a|TenantAdmin',
    '|TenantAdmin',
    't|a|general',
    ' t|a|General',
    't|a|General ',
    't|a b|General',
    // A Cyrillic а.
    't|а|General',
    't|a|Genera1',
    // A Cyrillic А.
    't|a|АccountAdmin',
    '/t|a|General',
    't|a\u200b|General',
    't/a/General',
    't|a|General\n',
  ])('nothing for %j', (group) => {
    expect(parseGroup(group)).toBeNull()
  })

  test('a tenant admin in the named tenant, a bare one in the configured tenant', () => {
    expect(isTenantAdminOf(['t1|TenantAdmin'], 't1', 't0')).toBe(true)
    expect(isTenantAdminOf(['t1|TenantAdmin'], 't2', 't0')).toBe(false)
    expect(isTenantAdminOf(['TenantAdmin'], 't0', 't0')).toBe(true)
    expect(isTenantAdminOf(['TenantAdmin'], 't1', 't0')).toBe(false)
    expect(isTenantAdminOf(['t2|t1|TenantAdmin'], 't1', 't0')).toBe(false)
  })
})

function record(groups: unknown, exp: number = nowS + 60): SignedInRecord {
  return { id_token: idToken(exp), profile: { sub: 'u', groups } }
}

function idToken(exp: unknown, name = 'A'): string {
  return `e30.${Buffer.from(JSON.stringify({ exp, name })).toString('base64url')}.signature`
}
