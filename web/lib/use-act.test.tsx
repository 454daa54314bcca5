import { createServer, type IncomingMessage } from 'node:http'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Outcome, readOutcome } from '#shared/contract/outcomes.ts'
import { siteConfig } from '#shared/contract/registry.ts'
import { listBalances, transferUnits } from '#shared/contract/wallet.ts'
import { intentionName, lostIntentions, readIntention, storeIntention } from './intention.ts'
import { loadSiteConfig } from './site-config.ts'
import { testSite } from './test-site.ts'
import { useAct } from './use-act.ts'
import { useRead } from './use-read.ts'

const calls: { key: string | undefined; path: string }[] = []
let replies: ([status: number, body: object] | 'cut')[] = []
/** Null if it cannot be queried. */
let outcome: Outcome | null = null
let onTransfer: () => unknown = () => {}

const server = createServer((request: IncomingMessage, response) => {
  const path = new URL(request.url ?? '', 'http://localhost').pathname
  if (path === transferUnits.path) onTransfer()
  calls.push({ path, key: request.headers['idempotency-key']?.toString() })
  const reply = path === transferUnits.path ? (replies.shift() ?? [201, {}]) : ([200, bodyAt(path)] as const)
  request.resume().on('end', () => {
    if (reply === 'cut' || (path === readOutcome.path && outcome === null)) request.socket.destroy()
    else response.writeHead(reply[0]).end(JSON.stringify(reply[1]))
  })
})
const bodyAt = (path: string) => {
  if (path === '/config.json') return siteConfig.parse(testSite)
  return path === readOutcome.path ? outcome : { items: [], total: 0 }
}
const countOf = (path: string) => calls.filter((call) => call.path === path).length

const { fetch: fetchFrom } = globalThis
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  // Outside a browser, relative addresses need a base.
  globalThis.fetch = (path, init) => fetchFrom(new URL(String(path), `http://127.0.0.1:${port}`), init)
  await loadSiteConfig()
})
afterAll(() => {
  globalThis.fetch = fetchFrom
  return new Promise((closed) => server.close(closed))
})
beforeEach(() => {
  calls.length = 0
  outcome = null
  localStorage.clear()
})

function Transfer({ draft }: { draft?: string }) {
  useRead(listBalances, { query: { accountId: 'a' } })
  const { act, busy, failure } = useAct(transferUnits, {
    refresh: [listBalances],
    ...(draft !== undefined && { draft }),
  })
  const body = { toAccountId: 'b', items: [{ assetId: 'c', quantity: 1 }] }
  // Each press follows another preview of the same movement.
  const press = () => act({ body: { ...body, previewId: String(calls.length) } })
  return (
    <>
      <button type="button" aria-busy={busy} onClick={() => void press()}>
        Transfer
      </button>
      {failure && <p role="alert">{failure}</p>}
    </>
  )
}

async function showTransfer(draft?: string) {
  const { unmount } = render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <Transfer {...(draft !== undefined && { draft })} />
    </SWRConfig>,
  )
  await waitFor(() => expect(countOf(listBalances.path)).toBeGreaterThan(0))
  leave = unmount
  return screen.getAllByRole('button', { name: 'Transfer' })[0] ?? document.body
}
let leave = () => {}

const keysSent = () => calls.filter(({ path }) => path === transferUnits.path).map(({ key }) => key)

test('two presses make one call, and what it makes stale is read again', async () => {
  const button = await showTransfer()
  await userEvent.dblClick(button)
  await waitFor(() => expect(countOf(listBalances.path)).toBe(2))
  expect(keysSent()).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
})

test('a failed act says why, and another try is the same act: it keeps its idempotency key', async () => {
  const refusal = { reason: 'units.tooFew', facts: { asked: 5, available: 2 } }
  replies = [[409, { code: 'insufficient_balance', message: 'Too few.', ...refusal }]]
  const button = await showTransfer()
  await userEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toBe('You asked for 5 units; the account has 2.')
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
    [400, { code: 'invalid', message: 'None.', reason: 'noSuch.account', facts: {} }],
    [409, { code: 'conflict', message: 'Moved.', reason: 'offer.moved', facts: {} }],
  ]
  const button = await showTransfer()
  await userEvent.click(button)
  await screen.findByText('There is no such account.')
  expect(countOf(listBalances.path)).toBe(1)
  await userEvent.click(button)
  await screen.findByText('The units that you offer have just been moved.')
  await waitFor(() => expect(countOf(listBalances.path)).toBe(2))
})

const outcomeOf = (isDone: boolean): Outcome => ({ isDone, call: isDone ? transferUnits.name : null, answer: null })

test('a lost answer is no refusal: the outcome is requested, and a done act counts as answered', async () => {
  replies = ['cut', [201, {}]]
  outcome = outcomeOf(true)
  const button = await showTransfer()
  await userEvent.click(button)
  await waitFor(() => expect(countOf(listBalances.path)).toBe(2))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(new Set(keysSent()).size).toBe(1)
  expect(lostIntentions()).toEqual([])
})

test('an act that was not done is shown as not done, and sent again under the same key', async () => {
  replies = ['cut']
  outcome = outcomeOf(false)
  const button = await showTransfer()
  await userEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toContain('nothing has been done')
  await userEvent.click(button)
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(keysSent()).toHaveLength(2)
  expect(new Set(keysSent()).size).toBe(1)
})

test('while the registry cannot be reached the outcome is shown as unknown, and after a reload the same key is sent', async () => {
  replies = ['cut']
  await userEvent.click(await showTransfer())
  expect((await screen.findByRole('alert')).textContent).toContain('do not know whether')
  expect(lostIntentions()).toHaveLength(1)
  leave()
  await userEvent.click(await showTransfer())
  await waitFor(() => expect(keysSent()).toHaveLength(2))
  expect(new Set(keysSent()).size).toBe(1)
  await waitFor(() => expect(lostIntentions()).toEqual([]))
})

test('a second tab with the same draft sends the same key, also after the first one was answered and forgot it', async () => {
  const draft = intentionName('draft.transfer')
  storeIntention(draft, { key: 'of-the-draft', isLost: false })
  await showTransfer(draft)
  await showTransfer(draft)
  const [first, second] = screen.getAllByRole('button', { name: 'Transfer' })
  if (first) await userEvent.click(first)
  await waitFor(() => expect(readIntention(draft)).toBeNull())
  if (second) await userEvent.click(second)
  await waitFor(() => expect(keysSent()).toEqual(['of-the-draft', 'of-the-draft']))
})

test('a key that belongs to other values is given up for a new one', async () => {
  replies = [[422, { code: 'idempotency_mismatch', message: 'Used.' }]]
  const draft = intentionName('draft.transfer')
  storeIntention(draft, { key: 'of-the-draft', isLost: false })
  await userEvent.click(await showTransfer(draft))
  await waitFor(() => expect(keysSent()).toEqual(['of-the-draft', expect.stringMatching(/^[0-9a-f]{32}$/)]))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a change that waits waits until its reply: a closed page or a look at lost answers meanwhile finds it waiting', async () => {
  const draft = intentionName('draft.transfer')
  const body = { toAccountId: 'b', items: [{ assetId: 'c', quantity: 1 }] }
  const { name, method, path, access } = transferUnits
  const call = { name, method, path, access }
  const waiting = { call, params: undefined, query: undefined, body, page: '/', title: 'A page', at: '2026-01-01' }
  storeIntention(draft, { key: 'of-the-draft', isLost: true, waiting })
  const found: unknown[] = []
  onTransfer = () => found.push(readIntention(draft)?.waiting)
  await userEvent.click(await showTransfer(draft))
  await waitFor(() => expect(readIntention(draft)).toBeNull())
  onTransfer = () => {}
  expect(found).toEqual([waiting])
  expect(keysSent()).toEqual(['of-the-draft'])
})
