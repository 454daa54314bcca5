import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { createClaim } from '#shared/contract/claims.ts'
import { proposeMethodology } from '#shared/contract/methodologies.ts'
import { inviteUser } from '#shared/contract/users.ts'
import { burnUnits, listBalances } from '#shared/contract/wallet.ts'
import { paths, projectPath } from '#shared/rules/paths.ts'
import { callerAs, test } from './people.ts'
import {
  aDraft,
  aMeasuredProject,
  anApprovedProject,
  aPendingProject,
  aRejectedProject,
  aVerifiedProject,
} from './work.ts'

const mark = crypto.randomUUID().slice(0, 8)
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

type Made = Awaited<ReturnType<typeof theProjects>>
let made: Made
beforeAll(async () => {
  made = await theProjects()
})

async function theProjects() {
  const named = (name: string) => ({ projectName: `${name} reeds ${mark}` })
  const over = { ...named('Over'), startDate: '2015-01-01', endDate: '2016-12-31' }
  return {
    draft: await aDraft(named('Draft')),
    pending: await aPendingProject(named('Pending')),
    rejected: await aRejectedProject(named('Rejected')),
    approved: await anApprovedProject(named('Approved')),
    active: await aMeasuredProject(named('Active')),
    verified: await aVerifiedProject(named('Verified')),
    over: await anApprovedProject(over),
  }
}

describe('4. States and transitions: statuses', () => {
  test.for([
    ['208 a project may be approved', 'approved', 'Approved'],
    ['209 a project may be pending', 'pending', 'Pending'],
    ['210 a project may be rejected', 'rejected', 'Rejected'],
    ['211 a project may be active', 'active', 'Active'],
    ['212 a project may be draft', 'draft', 'Draft'],
  ] as const)('%s', async ([, status, word], { as }) => {
    const page = await as('proponent')
    await page.goto(`${paths.myProjects}?q=${made[status].projectName}`)
    await rowOf(page, made[status].projectName).getByText(word, { exact: true }).waitFor()
  })

  test.for([
    ['213 a project shows the lifecycle stage registration', 'registration', 'draft'],
    ['214 a project shows the lifecycle stage measurement', 'measurement', 'approved'],
    ['215 a project shows the lifecycle stage verification', 'verification', 'active'],
    ['216 a project shows the lifecycle stage issuance', 'issuance', 'verified'],
    ['217 a project shows the lifecycle stage completed', 'completed', 'over'],
  ] as const)('%s', async ([, stage, which], { as }) => {
    const page = await as('proponent')
    await page.goto(projectPath(made[which].projectKey))
    const steps = page.getByRole('list', { name: 'Stages of the project' }).getByRole('listitem')
    await steps.first().waitFor()
    const labels = (await steps.allTextContents()).map((text) => text.toLowerCase())
    expect(labels).toHaveLength(5)
    const shown = labels.filter((text) => text.includes(stage))
    expect(shown).toEqual([expect.stringContaining(stage === 'completed' ? '(done)' : '(now)')])
  })

  test('219 a methodology may be pending', async ({ as }) => {
    const name = `Counting reeds ${mark}`
    const body = { name, version: '1.0', description: 'Reeds are counted.' }
    await (await callerAs('proponent')).call(proposeMethodology, { body })
    const page = await as('proponent')
    await page.goto(`${paths.methodologies}?q=${name}`)
    await rowOf(page, name).getByText('Pending', { exact: true }).waitFor()
  })

  test('220 a user may be SETUP IN PROGRESS', async ({ as }) => {
    const email = `${mark}@registry.test`
    const body = { firstName: 'Amina', lastName: 'Waweru', email }
    await (await callerAs('account-admin')).call(inviteUser, { body })
    const page = await as('account-admin')
    await page.goto(`${paths.userAdmin}?q=${email}`)
    await rowOf(page, email).getByText('SETUP IN PROGRESS', { exact: true }).waitFor()
  })

  test('221 activity is a claim, a mint or a burn', async ({ as }) => {
    const [proponent, admin] = [await callerAs('proponent'), await callerAs('tenant-admin')]
    const accountId = 'green-hills'
    const { items } = await proponent.call(listBalances, { query: { accountId, q: 'Cookstoves of Kitui' } })
    const oneUnit = [{ assetId: items.find(({ balance }) => balance > 1)?.assetId ?? '', quantity: 1 }]
    await admin.call(burnUnits, { body: { accountId, items: oneUnit, reason: 'Counted twice.' } })
    const claim = { beneficiaryKind: 'organisation', beneficiary: 'Tea House', purpose: 'other' } as const
    await proponent.call(createClaim, {
      body: { ...claim, items: oneUnit, purposeDetail: 'A test.', isAuthorised: true },
    })
    const page = await as('proponent')
    for (const type of ['Claim', 'Mint', 'Burn']) {
      await page.goto(`${paths.activity}?type=${type.toLowerCase()}`)
      await page.getByRole('row').nth(1).getByText(type).first().waitFor()
    }
  })

  test('222 the certificate button says Generating... while it works', async ({ as }) => {
    const page = await as('proponent')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/legacyCertificate*', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(paths.profile)
    await page.getByRole('button', { name: 'Generate Legacy Certificate' }).click()
    await page.getByRole('button', { name: 'Generating...' }).waitFor()
    held.resolve()
    await page.getByRole('button', { name: 'Generate Legacy Certificate' }).waitFor()
  })
})
