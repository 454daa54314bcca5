import type { Page } from 'playwright-core'
import { world } from './world.ts'

export const frame = '/identity/check-session'

/** Simulates a provider with session management, which ours lacks: a frame, and responses with a state. */
export async function withSessionCheck(page: Page, state: () => 'changed' | 'unchanged'): Promise<void> {
  await page.route('**/.well-known/openid-configuration', async (route) => {
    const answer = await route.fetch()
    const check_session_iframe = world.baseUrl + frame
    await route.fulfill({ response: answer, json: { ...(await answer.json()), check_session_iframe } })
  })
  await page.route(`**${frame}`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<script>let checks = 0
      addEventListener('message', async (event) => {
        checks += 1
        const said = await (await fetch('${frame}-state')).text()
        event.source.postMessage(said, event.origin)
      })</script>`,
    }),
  )
  await page.route(`**${frame}-state`, (route) => route.fulfill({ body: state() }))
  await page.addInitScript(() => {
    if (location.search.includes('code=')) history.replaceState(null, '', `${location.href}&session_state=abc.def`)
  })
}

export async function checksOf(page: Page): Promise<number> {
  const watching = page.frames().find((each) => new URL(each.url()).pathname === frame)
  return watching ? Number(await watching.evaluate('checks')) : 0
}
