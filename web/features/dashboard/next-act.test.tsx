import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { SWRConfig } from 'swr'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Measurement } from '#shared/contract/measurements.ts'
import { siteConfig } from '#shared/contract/registry.ts'
import { SignInContext } from '#web/lib/sign-in.ts'
import { loadSiteConfig } from '#web/lib/site-config.ts'
import { testSignIn } from '#web/lib/test-sign-in.ts'
import { testSite } from '#web/lib/test-site.ts'
import type { HomeRole } from './home-role.ts'
import { NextAct } from './next-act.tsx'

let measurements: Partial<Measurement>[] = []
let verifications: object[] = []

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    if (address === '/config.json') return new Response(JSON.stringify(siteConfig.parse(testSite)))
    const items = address.includes('measurements') ? measurements : verifications
    return new Response(JSON.stringify({ items, total: items.length, nextCursor: null }))
  })
  await loadSiteConfig()
})

const aMeasurement = (more: Partial<Measurement>) => ({
  accountId: 'ocean',
  project: 'Gazi Bay',
  periodStart: '2026-01-01',
  periodEnd: '2026-12-31',
  ...more,
})

function show(role: HomeRole) {
  render(
    <MemoryRouter>
      <SWRConfig value={{ provider: () => new Map() }}>
        <SignInContext value={testSignIn('amina', ['t|ocean|General'])}>
          <NextAct role={role} />
        </SignInContext>
      </SWRConfig>
    </MemoryRouter>,
  )
}

test('names the period that lasts on, which nobody can submit yet', async () => {
  measurements = [
    aMeasurement({ status: 'in progress', periodEnd: '2999-12-31' }),
    aMeasurement({ status: 'in progress', project: 'Kwale', periodStart: '2998-01-01', periodEnd: '2998-12-31' }),
    aMeasurement({ status: 'in progress', project: 'Lamu', periodEnd: '2020-12-31' }),
    aMeasurement({ status: 'in progress', project: 'Of others', periodEnd: '2997-12-31', accountId: 'hills' }),
  ]
  show('measurement provider')
  expect(await screen.findByText(/^Kwale, 2998: the period lasts until Dec\s31,\s2998/)).toBeDefined()
})

test.each([
  ['See what is planned', [aMeasurement({ status: 'scheduled' })]],
  ['See my measurements', [aMeasurement({ status: 'accepted' })]],
  ['Explore Projects', []],
] as const)('leads a measurer to a list that has something: %s', async (link, items) => {
  measurements = [...items]
  show('measurement provider')
  expect(await screen.findByRole('link', { name: link })).toBeDefined()
})

test.each([
  ['See my verifications', [{}]],
  ['Explore Projects', []],
] as const)('leads a verifier to a list that has something: %s', async (link, items) => {
  verifications = [...items]
  show('verification provider')
  expect(await screen.findByRole('link', { name: link })).toBeDefined()
})
