import type { CDPSession, Page } from 'playwright-core'

/** What comes at once from this machine waits for nothing: here the parts of a page arrive one by one, as over a phone's connection. */
export async function onSlowLine(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 90_000,
  })
  return session
}
