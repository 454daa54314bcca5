import { beforeAll, expect, test, vi } from 'vitest'
import type { Account } from '#shared/contract/accounts.ts'
import { groupName } from '#shared/rules/groups.ts'
import { sessionOf } from '#web/lib/session-of.ts'
import { loadSiteConfig } from '#web/lib/site-config.ts'
import { testSite } from '#web/lib/test-site.ts'
import { memberLinks } from './member-navigation.ts'

beforeAll(async () => {
  vi.stubGlobal('fetch', async () => Response.json({ ...testSite, enableMarketplace: true }))
  await loadSiteConfig()
})

const now = Date.parse('2026-03-04T12:00:00Z')

function linksOf(type: Account['type'], role?: 'TenantAdmin') {
  const general = groupName({ tenantId: 't', accountId: 'a', role: 'General' })
  const groups = role ? [general, groupName({ tenantId: 't', accountId: null, role })] : [general]
  const id_token = `e30.${btoa(JSON.stringify({ exp: now / 1000 + 60 }))}.x`
  return memberLinks(sessionOf({ id_token, profile: { sub: 'u', groups } }, now), type)
}

const textsOf = (links: readonly { text: string }[]) => links.map(({ text }) => text.replace('layout.', ''))

test.for([
  ['proponent', ['home', 'myProjects', 'wallet']],
  ['measurement provider', ['home', 'measurements']],
  ['verification provider', ['home', 'verifications']],
  ['buyer', ['home', 'wallet', 'claims']],
] as const)("the bar of a %s begins with that account's work", ([type, first]) => {
  expect(textsOf(linksOf(type).bar).slice(0, first.length)).toEqual(first)
})

test("a registry's admin decides first", () => {
  expect(textsOf(linksOf('buyer', 'TenantAdmin').bar).slice(0, 3)).toEqual(['home', 'review', 'wallet'])
})

test('everybody reaches every page, by one link each', () => {
  const wanted = [
    'home',
    'projects',
    'transactions',
    'claims',
    'market',
    'methodologies',
    'measurements',
    'verifications',
  ]
  const own = ['newProject', 'newMethodology', 'contact', 'myProjects', 'myTransactions', 'myClaims']
  for (const type of ['proponent', 'measurement provider', 'verification provider', 'buyer'] as const) {
    const { bar, more, profile } = linksOf(type)
    const all = textsOf([...bar, ...more, ...profile])
    expect(all).toEqual(expect.arrayContaining([...wanted, ...own]))
    expect(new Set(all).size).toBe(all.length)
    expect(bar.length).toBeLessThanOrEqual(6)
  }
})
