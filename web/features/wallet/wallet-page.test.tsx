import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { SWRConfig } from 'swr'
import { beforeAll, expect, test, vi } from 'vitest'
import { siteConfig } from '#shared/contract/registry.ts'
import { SignInContext } from '#web/lib/sign-in.ts'
import { loadSiteConfig } from '#web/lib/site-config.ts'
import { testSignIn } from '#web/lib/test-sign-in.ts'
import { testSite } from '#web/lib/test-site.ts'
import { WalletPage } from './wallet-page.tsx'

let tasks: object[] = []

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    if (address === '/config.json') return new Response(JSON.stringify(siteConfig.parse(testSite)))
    if (address === '/api/account') return new Response(JSON.stringify({ chainAddress: '0x1' }))
    const items = address.includes('/tasks') ? tasks : []
    return new Response(JSON.stringify({ items, total: items.length, nextCursor: null }))
  })
  await loadSiteConfig()
})

const aTask = { path: '/verifications?projectId=p&id=v&mint=1' }

test.each([
  ['to the only form that mints', 'Mint verified units', aTask.path, [aTask]],
  ['to the list of what can be minted', 'Mint verified units', '/tasks?kind=units.mint', [aTask, aTask]],
  ['to projects, if nothing can be minted', 'Explore Projects', '/collection', []],
] as const)('an empty wallet leads %s', async (_, name, path, waiting) => {
  tasks = [...waiting]
  render(
    <MemoryRouter>
      <SWRConfig value={{ provider: () => new Map() }}>
        <SignInContext value={testSignIn('amina', ['t|ocean|General'])}>
          <WalletPage />
        </SignInContext>
      </SWRConfig>
    </MemoryRouter>,
  )
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(path)
})
