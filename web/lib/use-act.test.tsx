import { createServer, type IncomingMessage } from 'node:http'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SiteConfig, siteConfig } from '#shared/contract/registry.ts'
import { listBalances, transferUnits } from '#shared/contract/wallet.ts'
import { loadSiteConfig } from './site-config.ts'
import { useAct } from './use-act.ts'
import { useRead } from './use-read.ts'

const words = { name: 'A', tagline: '', about: '', assetName: 'unit', assetNamePlural: 'units', contactAddress: '' }
const site: SiteConfig = {
  tenantId: 't',
  registryOwner: 'A',
  words: { en: words, fr: words, sw: words },
  contactEmail: '',
  accent: '#000000',
  enableMarketplace: false,
  languageSelection: true,
  limits: { imageBytes: 1, documentBytes: 1, projectDocuments: 1, accountUsers: 1 },
  projectTypes: [],
  projectTypeNames: { fr: {}, sw: {} },
  environment: 'test',
  oidc: { authority: '', clientId: '', groupsClaim: '', groupsDelimiter: null, logoutUrl: null, isElsewhere: false },
  imagesUrl: '',
  documentsUrl: '',
  claimsPdfUrl: '',
  chainExplorerUrl: null,
  sentryDsn: null,
}

/** What the server was asked, and how it replies to the next transfers: a status and a body each. */
const asked: { key: string | undefined; path: string }[] = []
let replies: [status: number, body: object][] = []

const server = createServer((request: IncomingMessage, response) => {
  const path = new URL(request.url ?? '', 'http://localhost').pathname
  asked.push({ path, key: request.headers['idempotency-key']?.toString() })
  const [status, body] = path === transferUnits.path ? (replies.shift() ?? [201, {}]) : [200, bodyAt(path)]
  request.resume().on('end', () => response.writeHead(status).end(JSON.stringify(body)))
})
const bodyAt = (path: string) => (path === '/config.json' ? siteConfig.parse(site) : { items: [], total: 0 })
const countOf = (path: string) => asked.filter((call) => call.path === path).length

const { fetch: fetchFrom } = globalThis
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  // A browser completes an address of its own site; outside of one that has to be said.
  globalThis.fetch = (path, init) => fetchFrom(new URL(String(path), `http://127.0.0.1:${port}`), init)
  await loadSiteConfig()
})
afterAll(() => {
  globalThis.fetch = fetchFrom
  return new Promise((closed) => server.close(closed))
})
beforeEach(() => {
  asked.length = 0
})

function Transfer() {
  useRead(listBalances, { query: { accountId: 'a' } })
  const { act, busy, failure } = useAct(transferUnits, { refresh: [listBalances] })
  const body = { toAccountId: 'b', items: [{ assetId: 'c', quantity: 1 }] }
  return (
    <>
      <button type="button" aria-busy={busy} onClick={() => void act({ body })}>
        Transfer
      </button>
      {failure && <p role="alert">{failure}</p>}
    </>
  )
}

async function showTransfer() {
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <Transfer />
    </SWRConfig>,
  )
  await waitFor(() => expect(countOf(listBalances.path)).toBe(1))
  return screen.getByRole('button', { name: 'Transfer' })
}

const keysSent = () => asked.filter(({ path }) => path === transferUnits.path).map(({ key }) => key)

test('two presses make one call, and what it makes stale is read again', async () => {
  const button = await showTransfer()
  await userEvent.dblClick(button)
  await waitFor(() => expect(countOf(listBalances.path)).toBe(2))
  expect(keysSent()).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
})

test('a failed act says why, and another try is the same act: it keeps its idempotency key', async () => {
  replies = [[409, { code: 'insufficient_balance', message: 'You hold too few units.' }]]
  const button = await showTransfer()
  await userEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toBe('You hold too few units.')
  await userEvent.click(button)
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await waitFor(() => expect(keysSent()).toHaveLength(2))
  expect(new Set(keysSent()).size).toBe(1)
})

test('the same act done again after it succeeded is another one', async () => {
  const button = await showTransfer()
  await userEvent.click(button)
  await waitFor(() => expect(countOf(listBalances.path)).toBe(2))
  await userEvent.click(button)
  await waitFor(() => expect(countOf(listBalances.path)).toBe(3))
  expect(new Set(keysSent()).size).toBe(2)
})

test('after a conflict the screen reads what holds now, after any other refusal it does not', async () => {
  replies = [
    [400, { code: 'invalid', message: 'No such account.' }],
    [409, { code: 'conflict', message: 'Somebody else was faster.' }],
  ]
  const button = await showTransfer()
  await userEvent.click(button)
  await screen.findByText('No such account.')
  expect(countOf(listBalances.path)).toBe(1)
  await userEvent.click(button)
  await screen.findByText('Somebody else was faster.')
  await waitFor(() => expect(countOf(listBalances.path)).toBe(2))
})
