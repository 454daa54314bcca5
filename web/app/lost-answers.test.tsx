import { createServer } from 'node:http'
import { act, render, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readOutcome } from '#shared/contract/outcomes.ts'
import { siteConfig } from '#shared/contract/registry.ts'
import { deleteIntention, intentionName, storeIntention } from '#web/lib/intention.ts'
import { routeToServer } from '#web/lib/test-server.ts'
import { testSite } from '#web/lib/test-site.ts'
import { Toasts } from '#web/ui/toast.tsx'
import { LostAnswers } from './lost-answers.tsx'

const nothingDone = { isDone: false, call: null, answer: null }
const server = createServer(({ url = '' }, response) => {
  response.end(JSON.stringify(url.startsWith(readOutcome.path) ? nothingDone : siteConfig.parse(testSite)))
})
let stop: () => Promise<void>
beforeAll(async () => {
  stop = await routeToServer(server)
})
afterAll(() => stop())
beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const said = () => screen.queryAllByText(/^Your last request failed, and its answer was lost/)

test('a request without effect is reported as lost until it is sent again', async () => {
  const [sentAgain, notSent] = [intentionName('draft.one'), intentionName('draft.two')]
  for (const name of [sentAgain, notSent]) storeIntention(name, { key: name, isLost: true })
  render(
    <>
      <LostAnswers />
      <Toasts />
    </>,
  )
  vi.advanceTimersByTime(5_000)
  await vi.waitFor(() => expect(said()).toHaveLength(2), { timeout: 15_000 })
  act(() => deleteIntention(sentAgain))
  expect(said()).toHaveLength(1)
  act(() => deleteIntention(notSent))
  expect(said()).toHaveLength(0)
})
