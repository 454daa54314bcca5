import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { firstCalls, pathOf } from '#shared/contract/calls.ts'
import { proposeMethodology } from '#shared/contract/methodologies.ts'
import { paths } from '#shared/rules/paths.ts'
import { test, type WatchedPage } from './browser.ts'
import { sandboxCaller, signInAs } from './signed-in.ts'

/** Waits for the task stream's first message. */
async function firstWord(page: Page): Promise<{ received: Promise<void> }> {
  const received = Promise.withResolvers<void>()
  const wire = await page.context().newCDPSession(page)
  let stream = ''
  let bytes = 0
  wire.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.endsWith(pathOf(firstCalls.watchTasks))) stream = requestId
  })
  wire.on('Network.dataReceived', ({ requestId, dataLength }) => {
    if (requestId === stream) bytes += dataLength
    if (bytes > 'retry: 3000\n\n'.length) received.resolve()
  })
  await wire.send('Network.enable')
  return { received: received.promise }
}

async function openAsAdmin(openPage: () => Promise<WatchedPage>, path: string): Promise<WatchedPage> {
  const page = await openPage()
  // A stopped clock prevents the page's polling.
  await page.clock.install()
  await signInAs(page, 'tenant-admin')
  const { received } = await firstWord(page)
  await page.goto(path)
  await received
  await page.clock.pauseAt(Date.now() + 1_000)
  return page
}

test('what somebody else does is seen on the tasks and on the dashboard, which nobody loads again', async ({
  openPage,
}) => {
  const proponent = await sandboxCaller('proponent')
  const propose = (name: string) =>
    proponent.call(proposeMethodology, { body: { name, version: '1.0', description: 'Measured.' } })
  await propose(`Kelp ${crypto.randomUUID()}`)
  const tasks = await openAsAdmin(openPage, `${paths.tasks}?kind=methodology.decide`)
  const dashboard = await openAsAdmin(openPage, paths.home)
  const all = dashboard.getByRole('link', { name: /task/i }).filter({ hasText: /^(All \d+ tasks|One task)$/ })
  const before = await all.textContent()
  let loads = 0
  for (const page of [tasks, dashboard]) page.on('load', () => (loads += 1))

  const name = `Seagrass ${crypto.randomUUID()}`
  await propose(name)
  await Promise.all([
    tasks
      .getByText(new RegExp(`^${name}`))
      .first()
      .waitFor(),
    expect.poll(() => all.textContent(), { interval: 50 }).not.toBe(before),
  ])
  expect(loads).toBe(0)
})
