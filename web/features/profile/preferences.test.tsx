import { createServer } from 'node:http'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPreferences } from '#shared/contract/preferences.ts'
import { SignInContext } from '#web/lib/sign-in.ts'
import { routeToServer } from '#web/lib/test-server.ts'
import { testSignIn } from '#web/lib/test-sign-in.ts'
import { testSite } from '#web/lib/test-site.ts'
import { useRead } from '#web/lib/use-read.ts'
import { Preferences } from './preferences.tsx'

let tellByMail = false
const server = createServer((request, response) => {
  if (request.method !== 'GET') tellByMail = !tellByMail
  const reply =
    request.url === readPreferences.path ? { email: 'a@registry.test', language: 'en', tellByMail } : testSite
  response.end(JSON.stringify(reply))
})
let leave: () => Promise<void>
beforeAll(async () => {
  leave = await routeToServer(server)
})
afterAll(() => leave())

function Known() {
  return <output>{String(useRead(readPreferences).data?.tellByMail)}</output>
}

test('a tick stays while the choice is saved and read again', async () => {
  render(
    <SignInContext value={testSignIn()}>
      <Preferences />
      <Known />
    </SignInContext>,
  )
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Notify me by e-mail' })
  const drawn: boolean[] = []
  const own = Object.getOwnPropertyDescriptor(box, 'checked')
  Object.defineProperty(box, 'checked', {
    ...own,
    set(value: boolean) {
      drawn.push(value)
      own?.set?.call(box, value)
    },
  })
  await userEvent.click(box)
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('true'))
  expect(drawn).not.toContain(false)
  expect(box.checked).toBe(true)
})
