import { createServer } from 'node:http'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { SWRConfig } from 'swr'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { siteConfig } from '#shared/contract/registry.ts'
import { decideTasks } from '#shared/contract/tasks.ts'
import { lostIntentions } from '#web/lib/intention.ts'
import { routeToServer } from '#web/lib/test-server.ts'
import { testSite } from '#web/lib/test-site.ts'
import { Toasts } from '#web/ui/toast.tsx'
import { closeResults, useDecisionResults, useHeld, useHoldDecision } from './held-decisions.ts'

const sent: { key: string | undefined; body: unknown }[] = []
let refused: string[] = []

const server = createServer((request, response) => {
  let text = ''
  request.on('data', (part: unknown) => (text += String(part)))
  request.on('end', () => {
    if (request.url !== decideTasks.path) {
      response.end(JSON.stringify(siteConfig.parse(testSite)))
      return
    }
    const body = JSON.parse(text) as { tasks: { kind: string; subjectId: string }[] }
    sent.push({ key: request.headers['idempotency-key']?.toString(), body })
    const refusal = { code: 'own_work', message: 'Your own.' }
    const items = body.tasks.map(({ kind, subjectId }) => ({
      kind,
      subjectId,
      refusal: refused.includes(subjectId) ? refusal : null,
    }))
    response.end(JSON.stringify({ items }))
  })
})
let stop: () => Promise<void>
beforeAll(async () => {
  stop = await routeToServer(server)
})
afterAll(() => stop())
beforeEach(() => {
  sent.length = 0
  refused = []
  localStorage.clear()
  closeResults()
})

const tasks = ['p1', 'p2'].map((subjectId) => ({
  kind: 'project.decide' as const,
  subjectId,
  name: `Project ${subjectId}`,
  changedAt: null,
}))

function Deciding() {
  const hold = useHoldDecision()
  const held = useHeld()
  const results = useDecisionResults()
  return (
    <>
      <button type="button" onClick={() => hold({ tasks, act: 'reject', reason: 'Unclear.' })}>
        Reject
      </button>
      <p>{held.length} held</p>
      <p>{results ? `${results.done.join()} done, ${results.refused.map(({ name }) => name).join()} refused` : ''}</p>
      <Toasts />
    </>
  )
}

const patience = { timeout: 15_000 }

async function decided() {
  render(
    <MemoryRouter>
      <SWRConfig value={{ provider: () => new Map() }}>
        <Deciding />
      </SWRConfig>
    </MemoryRouter>,
  )
  await userEvent.click(screen.getAllByRole('button', { name: 'Reject' })[0] ?? document.body)
  // The message's code loads first.
  await screen.findByRole('button', { name: /^Undo/ }, patience)
}

test('an undone decision is never sent, and leaves nothing behind', async () => {
  await decided()
  await screen.findByText('2 held')
  await userEvent.keyboard('{Control>}z{/Control}')
  await screen.findByText('0 held', {}, patience)
  window.dispatchEvent(new Event('pagehide'))
  expect(sent).toEqual([])
  expect(lostIntentions()).toEqual([])
})

test('a decision is sent once, under one key, when the page is left, and tells what was refused', async () => {
  refused = ['p2']
  await decided()
  expect(lostIntentions()).toHaveLength(1)
  window.dispatchEvent(new Event('pagehide'))
  window.dispatchEvent(new Event('pagehide'))
  await screen.findByText('Project p1 done, Project p2 refused', {}, patience)
  expect(sent).toMatchObject([
    { key: expect.stringMatching(/^[0-9a-f]{32}$/), body: { act: 'reject', reason: 'Unclear.' } },
  ])
  await waitFor(() => expect(lostIntentions()).toEqual([]), patience)
  await screen.findByText('0 held', {}, patience)
})

test('a decision is sent at once where nobody wants to wait', async () => {
  await decided()
  await userEvent.click(screen.getByRole('button', { name: 'Decide now' }))
  await screen.findByText('2 tasks have been rejected.', {}, patience)
  expect(sent).toHaveLength(1)
})
