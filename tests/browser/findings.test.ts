import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, test, type WatchedPage } from './browser.ts'
import { hasFocus, pressOn, typeInto } from './keyboard.ts'
import { aProjectAtWork } from './project-at-work.ts'
import { sandboxPeople, signInAs } from './signed-in.ts'

const thread = (page: WatchedPage, name: string) => page.getByRole('article', { name })

/** Answers a finding by keyboard; then the thread's heading has the focus. */
async function answerFinding(page: WatchedPage, name: string, words: string, button: string): Promise<void> {
  await typeInto(thread(page, name).getByRole('textbox', { name: `(${name})` }), words)
  await pressOn(thread(page, name).getByRole('button', { name: new RegExp(`^${button}`) }))
  await thread(page, name).locator('li', { hasText: words }).waitFor()
  await expect.poll(() => hasFocus(thread(page, name).getByRole('heading', { name }))).toBe(true)
}

test('findings are answered, questioned again and closed, all by keyboard alone', async ({ openPage }) => {
  const work = await aProjectAtWork(await sandboxPeople())
  const as = async (role: string, width: number) => {
    const page = await openPage({ width })
    await signInAs(page, role)
    await page.goto(work.verification)
    await thread(page, 'CAR 1').waitFor()
    return page
  }
  const measurer = await as('measurer', 360)
  await pressOn(thread(measurer, 'CAR 1').locator('summary'))
  await thread(measurer, 'CAR 1').getByRole('table').waitFor()
  await expectAccessible(measurer)
  await expectNoSidewaysScroll(measurer)
  await answerFinding(measurer, 'CAR 1', 'The sheets of plot 4 are added.', 'Respond')

  const verifier = await as('verifier', 1280)
  await answerFinding(verifier, 'CL 2', 'Which homes?', 'Ask again')
  const proponent = await as('proponent', 768)
  await answerFinding(proponent, 'CL 2', 'Those of the list.', 'Respond')
  await verifier.reload()
  await answerFinding(verifier, 'CAR 1', 'Seen.', 'Close')
  await answerFinding(verifier, 'CL 2', 'Clear now.', 'Close')
  await expectAccessible(verifier)
  await verifier.getByText('The opinion that you sign here is final.').waitFor()
})
