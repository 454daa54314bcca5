import { expect } from 'vitest'
import { test, type WatchedPage } from './browser.ts'
import { signInAs, storedUser } from './signed-in.ts'
import { world } from './world.ts'

const frame = '/identity/check-session'

/**
 * Makes the provider one that watches its sessions, as this page sees it: a frame that says what is asked for, and answers
 * that name a state. Ours does neither.
 */
async function withSessionCheck(page: WatchedPage, said: () => 'changed' | 'unchanged'): Promise<void> {
  await page.route('**/.well-known/openid-configuration', async (route) => {
    const answer = await route.fetch()
    const check_session_iframe = world.baseUrl + frame
    await route.fulfill({ response: answer, json: { ...(await answer.json()), check_session_iframe } })
  })
  await page.route(`**${frame}`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<script>addEventListener('message', async (event) => {
        const said = await (await fetch('${frame}-state')).text()
        event.source.postMessage(said, event.origin)
      })</script>`,
    }),
  )
  await page.route(`**${frame}-state`, (route) => route.fulfill({ body: said() }))
  await page.addInitScript(() => {
    if (location.search.includes('code=')) history.replaceState(null, '', `${location.href}&session_state=abc.def`)
  })
}

test('a session that ends at a provider that watches it ends here too', async ({ page }) => {
  let isOver = false
  await withSessionCheck(page, () => (isOver ? 'changed' : 'unchanged'))
  await signInAs(page, 'buyer')
  await page.waitForRequest(`**${frame}-state`)
  await page.waitForRequest(`**${frame}-state`)
  const user = await storedUser(page)

  const logout = new URLSearchParams({ id_token_hint: String(user?.id_token), client_id: 'registry-web' })
  const other = await page.context().newPage()
  await other.goto(`/identity/session/end?${logout}`)
  await other.close()
  page.expectRefusal({ path: '/identity/token', status: 400 })
  isOver = true
  await page.getByText('Your session has ended').waitFor()
  await expect.poll(() => storedUser(page)).toBeNull()
})

test('a provider that renews what its frame calls changed is believed, and its frame no more', async ({ page }) => {
  await withSessionCheck(page, () => 'changed')
  const renewed = page.waitForResponse(
    (response) => response.url().endsWith('/identity/token') && !!response.request().postData()?.includes('refresh'),
  )
  await signInAs(page, 'buyer')
  expect((await renewed).status()).toBe(200)
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  await page.getByRole('navigation').getByRole('link', { name: 'Transactions' }).click()
  await page.getByRole('heading', { name: 'My Transactions' }).waitFor()
  expect(asked).not.toContain('/identity/token')
  expect(await storedUser(page)).not.toBeNull()
})
