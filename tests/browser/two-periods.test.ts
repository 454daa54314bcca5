import { afterAll, beforeAll, expect } from 'vitest'
import { anEmptyPdf } from '#tests/kit/an-empty-pdf.ts'
import { startEmbeddedWorld } from '#tests/kit/embedded-world.ts'
import { type PostBox, startPostBox } from '#tests/kit/post-box.ts'
import { story } from '#tests/kit/two-periods.ts'
import { test, type WatchedPage } from './browser.ts'
import { choose, stateCountry } from './choosing.ts'
import { fillIn } from './signed-in.ts'

let postBox: PostBox
let world: Awaited<ReturnType<typeof startEmbeddedWorld>>
beforeAll(async () => {
  postBox = await startPostBox()
  world = await startEmbeddedWorld({ SMTP_URL: postBox.url })
})
afterAll(async () => {
  await world.stop()
  await postBox.stop()
})

const { projectName: name } = story.project
const vague = 'Say where the ditches are.'
const first = '1\u00a0Jan\u00a02022 to 31\u00a0Dec\u00a02022'
const [firstYear, secondYear] = ['2022', '2023']
const registry = 'The registry'
const [hills, fields, view] = ['Green Hills Cooperative', 'Field Measures Ltd', 'Clear View Verification']

/** Presses a button, then its namesake in the dialog. */
async function decide(page: WatchedPage, act: string, reason?: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: act, exact: true }).click()
  if (reason) await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: act, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function openTask(page: WatchedPage, act: string): Promise<void> {
  await page.goto(world.baseUrl)
  await page.getByRole('link', { name: new RegExp(`^${act}: ${name}`) }).click()
  await page.getByRole('heading', { level: 1, name: /^(Measurement|Verification|Peat)/ }).waitFor()
}

async function openNotice(page: WatchedPage, sentence: string): Promise<void> {
  await page.goto(`${world.baseUrl}/notices`)
  await page.getByRole('link', { name: sentence }).first().click()
}

async function measure(measurer: WatchedPage, year: { periodStart: string; periodEnd: string }): Promise<void> {
  const dialog = measurer.getByRole('dialog')
  await expect.poll(() => dialog.getByRole('combobox', { name: 'Project' }).inputValue()).toBe(name)
  await dialog.getByLabel('First day').fill(year.periodStart)
  await dialog.getByLabel('Last day').fill(year.periodEnd)
  await dialog.getByRole('button', { name: 'Open a measurement' }).click()
  await measurer.getByRole('link', { name: /^Submit: Peat/ }).click()
}

async function submit(measurer: WatchedPage, quantity: number): Promise<void> {
  await measurer.getByLabel('Measured quantity').fill(String(quantity))
  await measurer.getByRole('button', { name: 'Submit', exact: true }).click()
  await measurer.getByText('The measurement has been submitted.').waitFor()
}

async function begin(verifier: WatchedPage): Promise<void> {
  await openTask(verifier, 'Begin')
  await verifier.getByLabel('Declaration of no conflict of interest').fill(story.declaration)
  await verifier.getByLabel(/no conflict of interest in/).check()
  await verifier.getByRole('button', { name: 'Begin' }).click()
  await verifier.getByText('The verification has begun.').waitFor()
}

async function openFinding(verifier: WatchedPage, type: string, words: string, owner: string): Promise<void> {
  await verifier.getByRole('button', { name: 'Open a finding' }).click()
  const dialog = verifier.getByRole('dialog')
  await dialog.getByRole('radio', { name: type }).check()
  await dialog.getByLabel('What was found').fill(words)
  const addressees = dialog.getByLabel('Addressed to')
  await addressees.selectOption(await addressees.locator('option', { hasText: owner }).getAttribute('value'))
  await dialog.getByRole('button', { name: 'Open a finding' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function closeFinding(verifier: WatchedPage, finding: string, words: string): Promise<void> {
  const thread = verifier.getByRole('article', { name: finding })
  await thread.getByRole('textbox', { name: /^Your message/ }).fill(words)
  await thread.getByRole('button', { name: 'Close', exact: true }).click()
  await thread.getByText('Closed', { exact: true }).waitFor()
}

async function sign(verifier: WatchedPage, quantity: number, statement: string, whyLess?: string): Promise<void> {
  await verifier.getByLabel('Document', { exact: true }).setInputFiles({
    name: 'statement.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(await anEmptyPdf()),
  })
  await verifier.getByRole('button', { name: 'Upload' }).click()
  await verifier.getByText('statement.pdf has been added.').waitFor()
  await verifier.getByLabel('Outcome').selectOption('verified')
  await verifier.getByLabel('Verified quantity').fill(String(quantity))
  if (whyLess) await verifier.getByLabel('Why less than was measured').fill(whyLess)
  await verifier.getByLabel('Statement', { exact: true }).fill(statement)
  await verifier.getByRole('button', { name: 'Review before signing' }).click()
  await verifier.getByRole('button', { name: 'Sign the opinion' }).click()
  await verifier.getByText('The opinion has been recorded.').waitFor()
}

/** The timeline's sentences and reasons, newest first. */
async function timelineOn(page: WatchedPage, address: string): Promise<string[]> {
  await page.goto(`${address}&tab=timeline`)
  const sentences: string[] = []
  const entries = page.getByRole('tabpanel').locator('li > div')
  const next = page.getByRole('button', { name: 'Next' })
  await entries.first().waitFor()
  for (;;) {
    const texts = await entries.evaluateAll((all) =>
      all.map((entry) =>
        [...entry.querySelectorAll('p')]
          .map(({ firstChild, textContent }, index) => (index === 0 ? firstChild?.textContent : textContent) ?? '')
          .filter((text, index) => index === 0 || text.startsWith('Reason: '))
          .join(' '),
      ),
    )
    sentences.push(...texts)
    if ((await next.count()) === 0 || (await next.isDisabled())) return sentences
    await next.click()
    await expect.poll(() => entries.first().textContent()).not.toContain(texts[0])
  }
}

test('a project through two periods, with what goes wrong in between, to its end', async ({ openPage }) => {
  const as = async (role: string) => {
    const page = await openPage()
    await page.goto(world.baseUrl)
    await page.getByRole('button', { name: 'Sign In' }).first().click()
    await fillIn(page, `${role}@registry.test`, world.password)
    await page.getByRole('button', { name: 'My account' }).waitFor()
    await page.goto(`${world.baseUrl}/user/current`)
    await page.getByLabel('Notify me by e-mail').check()
    return page
  }
  const proponent = await as('proponent')
  const admin = await as('tenant-admin')
  const measurer = await as('measurer')
  const verifier = await as('verifier')
  await as('account-admin')

  // The project is rejected and submitted again.
  await proponent.goto(`${world.baseUrl}/myProjects?new=1`)
  await proponent.getByLabel('Project name').fill(name)
  await proponent.getByLabel('Description').fill('Ditches are closed.')
  await choose(proponent, 'Methodology', 'Native woodland')
  await choose(proponent, 'Measurement provider', fields)
  await choose(proponent, 'Verification provider', view)
  await proponent.getByLabel('Start date').fill(story.project.startDate)
  await proponent.getByLabel('End date').fill(story.project.endDate)
  await proponent.getByRole('button', { name: 'Request New Project' }).last().click()
  await proponent.getByRole('heading', { name, level: 1 }).waitFor()
  const projectUrl = proponent.url()
  await stateCountry(proponent)
  await decide(proponent, 'Submit for approval')
  await openTask(admin, 'Decide')
  await decide(admin, 'Reject', vague)
  await openTask(proponent, 'Revise')
  await proponent.getByRole('main').getByText(vague).waitFor()
  await decide(proponent, 'Revise as a draft')
  await proponent.getByRole('tab', { name: 'Settings' }).click()
  await proponent.getByLabel('Description').fill(story.project.description)
  await proponent.getByRole('button', { name: 'Save' }).click()
  await proponent.getByText('The project has been saved.').waitFor()
  await decide(proponent, 'Submit for approval')
  await openTask(admin, 'Decide')
  await decide(admin, 'Approve')

  // The first period: one submission is rejected, one sent back, the third accepted.
  await openNotice(measurer, `The project ${name} has been approved`)
  await measurer.getByRole('link', { name: 'Open a measurement' }).click()
  await measure(measurer, story.years.first)
  await submit(measurer, story.submitted.rejected)
  await openTask(proponent, 'Decide')
  await decide(proponent, 'Reject', story.rejection)
  await openNotice(measurer, `The measurement of ${name}, ${first}, has been rejected.`)
  await measurer.getByText(story.rejection).first().waitFor()
  await measurer.getByRole('link', { name: 'Measurements of this project' }).click()
  await measurer.getByRole('button', { name: 'Open a measurement' }).click()
  await measure(measurer, story.years.first)
  await submit(measurer, story.submitted.sentBack)
  await openTask(proponent, 'Decide')
  await decide(proponent, 'Request changes', story.changes)
  await openTask(measurer, 'Submit measurement')
  await measurer.getByText(story.changes).first().waitFor()
  await measurer.getByRole('button', { name: 'Calculate the quantity from its parts' }).click()
  await measurer.getByLabel('Gross outcome').fill(String(story.parts.gross))
  await measurer.getByLabel('Baseline').fill(String(story.parts.baseline))
  await measurer.getByLabel('Leakage').fill(String(story.parts.leakage))
  await measurer.getByLabel(/Deduction for uncertainty/).fill(String(story.parts.uncertainty))
  await measurer.getByText('(600 − 100 − 20) × 1,000 ⁄ 1,000 = 480').waitFor()
  await measurer.getByRole('button', { name: 'Submit', exact: true }).click()
  await measurer.getByText('The measurement has been submitted.').waitFor()
  await openTask(proponent, 'Decide')
  await decide(proponent, 'Accept')

  // Its verification: two findings, a suspension, less than measured.
  await begin(verifier)
  await openFinding(verifier, 'CAR', story.correction, 'measurement provider')
  await openFinding(verifier, 'FAR', story.forward, 'project’s account')
  await admin.goto(`${world.baseUrl}/collection`)
  await admin.getByRole('searchbox', { name: 'Search projects' }).fill('peat nile')
  await admin.getByText('1 of 1', { exact: true }).waitFor()
  await admin.getByRole('link', { name: `View ${name}` }).click()
  await decide(admin, 'Suspend', story.suspension)
  const visitor = await openPage({ width: 360 })
  await visitor.goto(projectUrl)
  await visitor.getByText('Why it is suspended').waitFor()
  await visitor.getByText(story.suspension).first().waitFor()
  await openTask(measurer, 'Answer findings')
  await measurer.getByLabel(/Your response/).fill(story.answer)
  await measurer.getByRole('button', { name: 'Respond' }).click()
  await measurer.getByText('Your message has been recorded.').waitFor()
  await openTask(verifier, 'Judge answers')
  await verifier.getByText(story.answer).first().waitFor()
  await closeFinding(verifier, 'CAR 1', story.closing)
  await closeFinding(verifier, 'FAR 2', story.forwardNote)
  await sign(verifier, story.verified.first, story.statements.first, story.whyLess)
  await openNotice(proponent, `450 units of ${name}, ${first}, have been verified.`)
  await proponent.getByText(story.whyLess).first().waitFor()
  expect(await proponent.getByRole('button', { name: 'Mint' }).count()).toBe(0)
  await decide(admin, 'Resume')
  await visitor.reload()
  await visitor.getByRole('heading', { name, level: 1 }).waitFor()
  await visitor.locator('[aria-current=step]', { hasText: 'Issuance' }).waitFor()
  expect(await visitor.getByText('Why it is suspended').count()).toBe(0)

  // The second period gets what the first carried forward.
  await openNotice(measurer, `The project ${name} has been resumed.`)
  await measurer.getByRole('link', { name: 'Open a measurement' }).click()
  await measure(measurer, story.years.second)
  await submit(measurer, story.verified.second)
  await openTask(proponent, 'Decide')
  await decide(proponent, 'Accept')
  await begin(verifier)
  await verifier.getByRole('heading', { name: 'Carried forward from earlier periods' }).waitFor()
  await verifier.getByText(story.forwardNote).first().waitFor()
  await sign(verifier, story.verified.second, story.statements.second)

  // One act mints both vintages.
  await proponent.goto(world.baseUrl)
  await proponent
    .getByRole('link', { name: new RegExp(`^Mint: ${name}`) })
    .first()
    .click()
  await proponent.getByLabel(`Units of ${firstYear}`).fill(String(story.verified.first))
  await proponent.getByLabel(`Units of ${secondYear}`).fill(String(story.verified.second))
  await proponent.getByRole('button', { name: 'Preview' }).click()
  await proponent.getByRole('button', { name: 'Mint now' }).click()
  await proponent.getByText('950 units minted.').waitFor()
  await visitor.reload()
  await visitor.getByRole('list', { name: 'Stages of the project' }).getByText('Completed').waitFor()
  await expect.poll(() => visitor.locator('[aria-current=step]').count()).toBe(0)
  await visitor.getByText('950', { exact: true }).first().waitFor()

  const [one, two] = [`${name}, ${firstYear}`, `${name}, ${secondYear}`]
  expect(await timelineOn(proponent, projectUrl)).toEqual([
    `${hills} minted 950 units of ${name} for ${hills}.`,
    `${view} verified the outcome of ${two}. Reason: ${story.statements.second}`,
    `${view} added a document to the verification of ${two}.`,
    `${view} began the verification of ${two}.`,
    `${hills} asked for the verification of ${two}.`,
    `${hills} accepted the measurement of ${two}.`,
    `${fields} submitted the measurement of ${two}.`,
    `${fields} opened the measurement of ${two}.`,
    `${registry} resumed the project ${name}.`,
    `${view} verified the outcome of ${one}. Reason: ${story.statements.first}`,
    `${view} added a document to the verification of ${one}.`,
    `${view} closed the last open finding of the verification of ${one}.`,
    `${view} closed a finding of the verification of ${one}. Reason: ${story.forwardNote}`,
    `${view} closed a finding of the verification of ${one}. Reason: ${story.closing}`,
    `${fields} responded to a finding of the verification of ${one}. Reason: ${story.answer}`,
    `${registry} suspended the project ${name}. Reason: ${story.suspension}`,
    `${view} opened a finding in the verification of ${one}.`,
    `${view} opened a finding in the verification of ${one}.`,
    `${view} began the verification of ${one}.`,
    `${hills} asked for the verification of ${one}.`,
    `${hills} accepted the measurement of ${one}.`,
    `${fields} submitted the measurement of ${one}.`,
    `${hills} asked for changes to the measurement of ${one}. Reason: ${story.changes}`,
    `${fields} submitted the measurement of ${one}.`,
    `${fields} opened the measurement of ${one}.`,
    `${hills} rejected the measurement of ${one}. Reason: ${story.rejection}`,
    `${fields} submitted the measurement of ${one}.`,
    `${fields} made the project ${name} active by its first measurement.`,
    `${fields} opened the measurement of ${one}.`,
    `${registry} approved the project ${name}.`,
    `${hills} submitted the project ${name} for approval.`,
    `${hills} made the project ${name} a draft again.`,
    `${registry} rejected the project ${name}. Reason: ${vague}`,
    `${hills} submitted the project ${name} for approval.`,
    `${hills} requested the project ${name}.`,
  ])
  expect(await timelineOn(visitor, projectUrl)).toEqual([
    `${hills} minted 950 units of ${name} for ${hills}.`,
    `${view} verified the outcome of ${two}.`,
    `${hills} accepted the measurement of ${two}.`,
    `${registry} resumed the project ${name}.`,
    `${view} verified the outcome of ${one}.`,
    `${registry} suspended the project ${name}. Reason: ${story.suspension}`,
    `${hills} accepted the measurement of ${one}.`,
    `${fields} made the project ${name} active by its first measurement.`,
    `${registry} approved the project ${name}.`,
  ])
  await visitor
    .getByText(/^Created on .+\. 950 units were issued, in one issuance on .+\. No units have been retired\.$/)
    .waitFor()

  const expected = expectedLetters()
  await expect.poll(lettersSent, { timeout: 60_000 }).toEqual(expected)
})

const serials = /[A-Z0-9]+-[A-Z]{2}-\d+-(\d{4})-\d+-\d+-\d+/g

/** Counts letters about the project by receiver and subject; serial numbers shrink to their vintage. */
function lettersSent(): Record<string, number> {
  return counted(
    postBox.letters
      .filter(({ subject }) => subject.includes(name))
      .flatMap(({ to, subject }) => to.map((address) => `${address} ${subject.replace(serials, '($1)')}`)),
  )
}

function counted(all: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(all.toSorted(), (each) => each)].map(([each, { length }]) => [each, length]),
  )
}

/** One letter per kind, about the first act: others within 15 minutes wait. */
function expectedLetters(): Record<string, number> {
  const period = (year: number) => `${name}, 1 January ${year} to 31 December ${year}`
  const opened = (year: number) => `A measurement of ${name} has been opened: ${period(year).slice(name.length + 2)}.`
  const submitted = (year: number) => `The measurement of ${period(year)}, has been submitted and waits for a decision.`
  const accepted = (year: number) => `The measurement of ${period(year)}, has been accepted.`
  const begun = (year: number) => `The verification of ${period(year)}, has begun.`
  const requested = (year: number) => `You are asked for an opinion on ${period(year)}.`
  const waits = `The project ${name} has been submitted and waits for a decision.`
  const rejected = `The project ${name} has been rejected.`
  const reopened = `The project ${name} is a draft again.`
  const approved = `The project ${name} has been approved. Its first measurement can be opened.`
  const suspended = `The project ${name} has been suspended.`
  const resumed = `The project ${name} has been resumed.`
  const notAccepted = `The measurement of ${period(2022)}, has been rejected.`
  const sentBack = `Changes to the measurement of ${period(2022)}, have been requested.`
  const finding = (which: string, what: string) => `${which} in the verification of ${period(2022)}, ${what}`
  const measured = [
    ...[opened(2022), submitted(2022), opened(2022), submitted(2022), submitted(2022)],
    ...[opened(2023), submitted(2023)],
  ]
  const projectNotices = [rejected, approved, suspended, resumed]
  const verificationNotices = [
    ...[begun(2022), finding('FAR 2', 'waits for your answer.'), finding('FAR 2', 'has been closed.')],
    ...[
      `450 units of ${period(2022)}, have been verified.`,
      begun(2023),
      `500 units of ${period(2023)}, have been verified.`,
    ],
  ]
  const expected: Record<string, string[]> = {
    'tenant-admin': [waits, waits],
    proponent: [...projectNotices, ...measured, ...verificationNotices],
    'account-admin': [
      ...[...projectNotices, reopened, ...measured, ...verificationNotices],
      ...[
        notAccepted,
        sentBack,
        accepted(2022),
        accepted(2023),
        `950 units of ${name} have been issued to your account: (2022), (2023).`,
      ],
    ],
    measurer: [
      ...[
        approved,
        suspended,
        resumed,
        notAccepted,
        sentBack,
        accepted(2022),
        begun(2022),
        accepted(2023),
        begun(2023),
      ],
      ...[finding('CAR 1', 'waits for your answer.'), finding('CAR 1', 'has been closed.')],
    ],
    verifier: [approved, suspended, resumed, requested(2022), requested(2023), finding('CAR 1', 'has been answered.')],
  }
  return counted(
    Object.entries(expected).flatMap(([role, sentences]) =>
      firstOfKinds(sentences).map((sentence) => `${role}@registry.test Sample Registry: ${sentence}`),
    ),
  )
}

/** The first of sentences that only differ in figures. */
function firstOfKinds(sentences: readonly string[]): string[] {
  return [...Map.groupBy(sentences, (sentence) => sentence.replace(/\d+/g, '')).values()].flatMap(
    ([first]) => first ?? [],
  )
}
