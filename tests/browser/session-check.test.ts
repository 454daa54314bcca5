import { expect } from 'vitest'
import { test } from './browser.ts'
import { frame, withSessionCheck } from './session-watching.ts'
import { signInByForm, storedUser } from './signed-in.ts'

test('a session that ends at a provider that watches it ends here too', async ({ page }) => {
  let isOver = false
  await withSessionCheck(page, () => (isOver ? 'changed' : 'unchanged'))
  await signInByForm(page, 'buyer')
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
  await signInByForm(page, 'buyer')
  expect((await renewed).status()).toBe(200)
  const paths: string[] = []
  page.on('request', (request) => void paths.push(new URL(request.url()).pathname))
  await page.getByRole('navigation').getByRole('link', { name: 'Transactions' }).click()
  await page.getByRole('heading', { name: 'My Transactions' }).waitFor()
  expect(paths).not.toContain('/identity/token')
  expect(await storedUser(page)).not.toBeNull()
})
