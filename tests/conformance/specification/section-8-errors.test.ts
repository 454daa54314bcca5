import type { Page } from 'playwright-core'
import { afterEach, describe, expect, vi } from 'vitest'
import { createAccount, readAccount } from '#shared/contract/accounts.ts'
import { createClaim } from '#shared/contract/claims.ts'
import { createProject, readProject, updateProject, uploadDocument, uploadImage } from '#shared/contract/projects.ts'
import { syncTransactions } from '#shared/contract/transactions.ts'
import { deleteUser, inviteUser, updateUser } from '#shared/contract/users.ts'
import { mintUnits, transferUnits } from '#shared/contract/wallet.ts'
import { paths, projectPath } from '#shared/rules/paths.ts'
import type { WatchedPage } from '#tests/browser/browser.ts'
import {
  addPersonWithoutAccount,
  changeStored,
  ended,
  fillIn,
  openSignIn,
  signInByForm,
} from '#tests/browser/signed-in.ts'
import { world } from '#tests/browser/world.ts'
import { addressOf, CallError, read } from '#web/lib/call.ts'
import { failureOf, send } from '#web/lib/send.ts'
import { callsOfTheApp } from './calls-of-the-app.ts'
import { answerTime, expectTime, timesOf } from './clock.ts'
import { test } from './people.ts'
import { runUntilSeen, stopClock } from './screens.ts'
import { aDraft } from './work.ts'

const readFailed = 'An error occurred while fetching the data.'

afterEach(() => {
  vi.unstubAllGlobals()
})

async function refusalOf(call: Promise<unknown>): Promise<CallError> {
  const error = await call.then(
    () => new Error('The call was answered.'),
    (failed: unknown) => failed,
  )
  if (error instanceof CallError) return error
  throw error
}

/** Fails these reads on this page; returns their counter. */
async function readsFail(page: WatchedPage, path: string): Promise<() => number> {
  let calls = 0
  page.expectRefusal({ path, status: 500 })
  await page.route(
    ({ pathname }) => pathname === path,
    (route) => {
      calls += 1
      return route.fulfill({ status: 500, body: '' })
    },
  )
  return () => calls
}

/** Removes the random part of retry delays. */
const withShortestWaits = (page: Page) => page.addInitScript(() => Object.assign(Math, { random: () => 0 }))

/** Call after the clock has stopped. Resolves once the page has begun a wait of about this time. */
async function waitsBegun(page: Page): Promise<(ms: number) => Promise<void>> {
  await page.addInitScript(() => {
    const waits: number[] = []
    const { setTimeout: wait } = window
    Object.assign(window, {
      waits,
      setTimeout(work: () => void, ms?: number, ...more: unknown[]) {
        waits.push(ms ?? 0)
        return wait(work, ms, ...more)
      },
    })
  })
  return (ms) =>
    expect
      .poll(() =>
        page.evaluate(
          (most) => Reflect.get(window, 'waits').some((each: number) => most <= each && each < most * 1.05),
          ms,
        ),
      )
      .toBe(true)
}

describe('8. Error catalogue', () => {
  test('288 a read that fails says An error occurred while fetching the data.', async ({ as }) => {
    await callsOfTheApp(null)
    const address = addressOf(readProject, { query: { projectId: 'none' } })
    expect((await refusalOf(read(readProject, address, false))).message).toBe(readFailed)

    const page = await as('proponent')
    for (const [screen, path] of [
      [paths.activity, '/api/transactions'],
      [paths.wallet, '/api/wallet/balances'],
      [paths.measurements, '/api/measurements'],
      [paths.home, '/api/projects/my'],
      [paths.home, '/api/projects/ownedAssets'],
      [paths.home, '/api/wallet/balances'],
      [paths.home, '/api/measurements'],
      [paths.home, '/api/verifications'],
      [paths.home, '/api/transactions'],
    ] as const) {
      await readsFail(page, path)
      await page.goto(screen)
      await page.getByText(readFailed).first().waitFor()
      await page.unrouteAll()
    }
  })

  test('289 and it carries status and body', async () => {
    await callsOfTheApp(null)
    const address = addressOf(readProject, { query: { projectId: 'none' } })
    const body = { code: 'not_found', message: expect.stringMatching(/./) }
    expect(await refusalOf(read(readProject, address, false))).toMatchObject({ status: 404, body })
    expect(await refusalOf(read(readAccount, addressOf(readAccount, {}), false))).toMatchObject({ status: 401 })
  })

  test.for([
    ['create', createProject],
    ['create', createAccount],
    ['mint', mintUnits],
    ['transfer', transferUnits],
    ['sync', syncTransactions],
    ['claim', createClaim],
  ] as const)('290 a failed %s says HTTP error! status: {status}', async ([, call]) => {
    await callsOfTheApp(null)
    const error = await refusalOf(send(call, {}))
    expect(error.message).toBe('HTTP error! status: 401')
  })

  test.for([
    ['inviting', inviteUser],
    ['changing', updateUser],
    ['deleting', deleteUser],
    ['updating', updateProject],
  ] as const)('291 a failure of %s is told by the server’s message, else by the status text', async ([, call]) => {
    await callsOfTheApp(null)
    expect((await refusalOf(send(call, {}))).message).toBe('Sign in first.')
    expect(failureOf(call, 502, 'Bad Gateway', '<html></html>').message).toBe('Bad Gateway')
    expect(failureOf(uploadImage, 413, 'Payload Too Large', { message: 'Too big.' }).message).toBe('Too big.')
  })

  test('292 a failed upload of a document says Failed to upload document, with status and info', async ({ as }) => {
    const info = { code: 'too_large', message: 'Too large.' }
    const failure = failureOf(uploadDocument, 413, 'Payload Too Large', info)
    expect(failure.message).toBe('Failed to upload document')
    expect(failure).toMatchObject({ status: 413, body: info })

    const { projectKey } = await aDraft({ projectName: `Sallows ${crypto.randomUUID()}` })
    const page = await as('proponent')
    page.expectRefusal({ path: '/api/project/document', status: 413 })
    await page.route('**/api/project/document', (route) => route.fulfill({ status: 413, json: info }))
    await page.goto(`${projectPath(projectKey)}&tab=documents`)
    const file = { name: 'sallows.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n% sallows\n') }
    await page.getByRole('tabpanel').locator('input[type=file]').setInputFiles(file)
    await page.getByRole('button', { name: 'Upload' }).click()
    await page
      .getByRole('alert')
      .getByText(/^Failed to upload document/)
      .waitFor()
  })

  test('293 with an expired token nothing is asked for, and the reader is led to the start', async ({ openPage }) => {
    const page = await openPage()
    await signInByForm(page, 'buyer')
    page.expectRefusal({ path: '/identity/token', status: 400 })
    // The page's own requests end before the token does.
    const counted = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/claims/facets')
    await page.goto(paths.claims)
    await page.getByRole('row').nth(1).waitFor()
    await counted
    const searches: string[] = []
    page.on('request', (request) => void searches.push(new URL(request.url()).search))
    const myClaims = page.getByRole('link', { name: 'My claims' })
    await changeStored(page, { ...ended(), refresh_token: 'not-one-of-ours' }, myClaims)
    await page.waitForURL(`${world.baseUrl}${paths.home}`)
    await page.getByText('Your session has ended').waitFor()
    expect(searches.filter((search) => search.includes('accountId'))).toEqual([])
  })

  test('294 a 404 on the account is not tried again, any other failure of it is', async ({ openPage }) => {
    const page = await openPage()
    const isAccount = (url: string) => new URL(url).pathname === '/api/account'
    let calls = 0
    page.on('request', (request) => {
      if (isAccount(request.url())) calls += 1
    })
    page.expectRefusal({ path: '/api/account', status: 404 })
    await page.clock.install()
    await openSignIn(page, 'Sign In')
    await fillIn(page, await addPersonWithoutAccount(), world.password)
    await page.getByRole('heading', { name: 'Register your organisation' }).waitFor()
    await page.clock.runFor(60_000)
    expect(calls).toBe(1)

    const member = await openPage()
    await signInByForm(member, 'buyer')
    await member.clock.install()
    const failures = await readsFail(member, '/api/account')
    await member.goto(paths.wallet)
    await expect.poll(failures).toBe(1)
    await member.clock.runFor(20_000)
    await expect.poll(failures).toBeGreaterThan(1)
  })

  test.for([500, 503, 403, 401])(
    '295 a read that fails with %i is tried again after 5 s, then 10 s, then 20 s',
    async (status, { openPage }) => {
      const page = await openPage()
      await stopClock(page)
      await withShortestWaits(page)
      const waitBegins = await waitsBegun(page)
      const times = await timesOf(page, '/api/projects')
      page.expectRefusal({ path: '/api/projects', status })
      await page.route(
        ({ pathname }) => pathname === '/api/projects',
        (route) => route.fulfill({ status, body: '' }),
      )
      await page.goto(paths.projects)
      await runUntilSeen(page, page.getByText(readFailed))
      for (const [tries, waitMs] of [
        [1, 5_000],
        [2, 10_000],
        [3, 20_000],
      ] as const) {
        const failed = await answerTime(times, tries - 1)
        await waitBegins(waitMs)
        await page.clock.runFor(waitMs * 1.04)
        await expect.poll(async () => (await times()).length).toBe(tries + 1)
        expectTime(((await times())[tries]?.sent ?? 0) - failed, waitMs)
      }
    },
  )
})
