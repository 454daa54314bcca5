import type { CDPSession, Page } from 'playwright-core'

/** Emulates a phone's connection, on which a page's parts arrive one by one. */
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
