import { createServer } from 'node:http'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { takesKey } from '#shared/contract/calls.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { endpoints } from '#shared/contract/index.ts'
import { readOutcome } from '#shared/contract/outcomes.ts'
import { siteConfig } from '#shared/contract/registry.ts'
import { lostIntentions } from '#web/lib/intention.ts'
import { routeToServer } from '#web/lib/test-server.ts'
import { testSignIn } from '#web/lib/test-sign-in.ts'
import { testSite } from '#web/lib/test-site.ts'
import { useAct } from '#web/lib/use-act.ts'
import { Toasts } from '#web/ui/toast.tsx'
import '#web/ui/toast-card.tsx'
import { LostAnswers } from './lost-answers.tsx'

/**
 * Every mutation with its response cut: a retry, also after a reload or from another tab, sends the same key, and the
 * app reports whether the first attempt took effect.
 */
const keys: (string | undefined)[] = []
/** Whether the server answers queries about keys. */
let isReachable = false

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const path = new URL(request.url ?? '', 'http://localhost').pathname
    response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*')
    response.setHeader('access-control-allow-methods', '*')
    if (request.method === 'OPTIONS') return response.end()
    if (request.method === 'HEAD') return response.end()
    if (path === '/config.json') return response.end(JSON.stringify(siteConfig.parse(testSite)))
    if (path === readOutcome.path && isReachable) {
      return response.end(JSON.stringify({ isDone: true, call: null, answer: {} }))
    }
    if (path !== readOutcome.path) keys.push(request.headers['idempotency-key']?.toString())
    return request.socket.destroy()
  })
})

let end: () => Promise<void>
beforeAll(async () => {
  end = await routeToServer(server)
})
afterAll(() => end())
beforeEach(() => {
  keys.length = 0
  isReachable = false
  localStorage.clear()
  testSignIn()
})

function requestFor({ path, multipart, body }: Endpoint) {
  const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'x']))
  if (!multipart) return { params, ...(body && { body: { words: 'The same.' } }) }
  const file = new File(['1'], 'plan.pdf', { lastModified: 1 })
  return {
    params,
    upload: Object.fromEntries(multipart.map((name, index) => [name, index === multipart.length - 1 ? file : 'x'])),
  }
}

function Tab({ endpoint }: { endpoint: Endpoint }) {
  const { act, failure } = useAct(endpoint)
  return (
    <>
      <button type="button" onClick={() => void act(requestFor(endpoint) as Parameters<typeof act>[0])}>
        Send
      </button>
      {failure && <p role="alert">{failure}</p>}
    </>
  )
}

async function press(tab: number, sent: number) {
  await userEvent.click(screen.getAllByRole('button', { name: 'Send' })[tab] ?? document.body)
  await waitFor(() => expect(keys).toHaveLength(sent))
  await waitFor(() => expect(screen.getAllByRole('alert').length).toBeGreaterThan(0))
}

describe('whose answer is cut is sent under one key, and shown as done', () => {
  test.each(endpoints.filter(takesKey).map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s',
    async (_, endpoint) => {
      const tabs = [render(<Tab endpoint={endpoint} />), render(<Tab endpoint={endpoint} />)]
      await press(0, 1)
      expect(screen.getByRole('alert').textContent).toContain('we do not know whether this was done')
      await press(0, 2)
      await press(1, 3)
      for (const tab of tabs) tab.unmount()
      render(<Tab endpoint={endpoint} />)
      await press(0, 4)
      expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
      expect(new Set(keys).size).toBe(1)

      isReachable = true
      render(
        <MemoryRouter>
          <LostAnswers />
          <Toasts />
        </MemoryRouter>,
      )
      await screen.findByText('Your last request succeeded, but its answer was lost.', {}, { timeout: 20_000 })
      expect(lostIntentions()).toEqual([])
      await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    },
  )
})
