import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { createClaim } from '#shared/contract/claims.ts'
import { proposeMethodology } from '#shared/contract/methodologies.ts'
import { inviteUser } from '#shared/contract/users.ts'
import { burnUnits, listBalances } from '#shared/contract/wallet.ts'
import { paths, projectPath } from '#shared/rules/paths.ts'
import { test } from '../../e2e/browser.ts'
import { callerOf, storeSignIn } from './sign-ins.ts'
import { aDraft, aMeasuredProject, anApprovedProject, aPendingProject, aRejectedProject, aVerifiedProject } from './work.ts'

const mark = crypto.randomUUID().slice(0, 8)
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

type Made = Awaited<ReturnType<typeof theProjects>>
let made: Made
beforeAll(async () => {
  made = await theProjects()
})

/** One project for each status and stage, the active one with a claim and a burnt unit. */
async function theProjects() {
  const named = (name: string) => ({ projectName: `${name} reeds ${mark}` })
  const [draft, pending, rejected, approved, active, verified, over] = await Promise.all([
    aDraft(named('Draft')),
    aPendingProject(named('Pending')),
    aRejectedProject(named('Rejected')),
    anApprovedProject(named('Approved')),
    aMeasuredProject(named('Active')),
    aVerifiedProject(named('Verified')),
    anApprovedProject({ ...named('Over'), startDate: '2015-01-01', endDate: '2016-12-31' }),
  ])
  return { draft, pending, rejected, approved, active, verified, over }
}

describe('4. States and transitions: statuses', () => {
  test.for([
    ['208', 'approved', 'Approved'],
    ['209', 'pending', 'Pending'],
    ['210', 'rejected', 'Rejected'],
    ['211', 'active', 'Active'],
    ['212', 'draft', 'Draft'],
  ] as const)('%s a project may be %s', async ([, status, word], { page }) => {
    await storeSignIn(page, 'proponent')
    await page.goto(`${paths.myProjects}?q=${made[status].projectName}`)
    await rowOf(page, made[status].projectName).getByText(word, { exact: true }).waitFor()
  })

  test.for([
    ['213', 'registration', 'draft'],
    ['214', 'measurement', 'approved'],
    ['215', 'verification', 'active'],
    ['216', 'issuance', 'verified'],
    ['217', 'completed', 'over'],
  ] as const)('%s a project shows the lifecycle stage %s', async ([, stage, which], { page }) => {
    await storeSignIn(page, 'proponent')
    await page.goto(projectPath(made[which].projectKey))
    const steps = page.getByRole('list', { name: 'Stages of the project' }).getByRole('listitem')
    await steps.first().waitFor()
    const said = (await steps.allTextContents()).map((text) => text.toLowerCase())
    expect(said).toHaveLength(5)
    const shown = said.filter((text) => text.includes(stage))
    expect(shown).toEqual([expect.stringContaining(stage === 'completed' ? '(done)' : '(now)')])
  })

  test('219 a methodology may be pending', async ({ page }) => {
    const name = `Counting reeds ${mark}`
    const body = { name, version: '1.0', description: 'Reeds are counted.' }
    await (await callerOf('proponent')).call(proposeMethodology, { body })
    await storeSignIn(page, 'proponent')
    await page.goto(`${paths.methodologies}?q=${name}`)
    await rowOf(page, name).getByText('Pending', { exact: true }).waitFor()
  })

  test('220 a user may be SETUP IN PROGRESS', async ({ page }) => {
    const email = `${mark}@registry.test`
    const body = { firstName: 'Amina', lastName: 'Waweru', email }
    await (await callerOf('account-admin')).call(inviteUser, { body })
    await storeSignIn(page, 'account-admin')
    await page.goto(`${paths.userAdmin}?q=${email}`)
    await rowOf(page, email).getByText('SETUP IN PROGRESS', { exact: true }).waitFor()
  })

  test('221 activity is a claim, a mint or a burn', async ({ page }) => {
    const [proponent, admin] = [await callerOf('proponent'), await callerOf('tenant-admin')]
    const accountId = 'green-hills'
    const { items } = await proponent.call(listBalances, { query: { accountId, q: 'Cookstoves of Kitui' } })
    const oneUnit = [{ assetId: items.find(({ balance }) => balance > 1)?.assetId ?? '', quantity: 1 }]
    await admin.call(burnUnits, { body: { accountId, items: oneUnit, reason: 'Counted twice.' } })
    const claim = { beneficiaryKind: 'organisation', beneficiary: 'Tea House', purpose: 'other' } as const
    await proponent.call(createClaim, {
      body: { ...claim, items: oneUnit, purposeDetail: 'A test.', isAuthorised: true },
    })
    await storeSignIn(page, 'proponent')
    for (const type of ['Claim', 'Mint', 'Burn']) {
      await page.goto(`${paths.activity}?type=${type.toLowerCase()}`)
      await page.getByRole('row').nth(1).getByText(type, { exact: true }).first().waitFor()
    }
  })

  test('222 the certificate button says Generating... while it works', async ({ page }) => {
    const held = Promise.withResolvers<void>()
    await page.route('**/api/legacyCertificate*', async (route) => {
      await held.promise
      await route.continue()
    })
    await storeSignIn(page, 'proponent')
    await page.goto(paths.profile)
    await page.getByRole('button', { name: 'Generate Legacy Certificate' }).click()
    await page.getByRole('button', { name: 'Generating...' }).waitFor()
    held.resolve()
    await page.getByRole('button', { name: 'Generate Legacy Certificate' }).waitFor()
  })
})
