import { expect } from 'vitest'
import { paths, serviceStatusPath } from '#shared/rules/paths.ts'
import { expectAccessible, expectGood, expectNoSidewaysScroll, test } from './browser.ts'
import { signInAs } from './signed-in.ts'
import { world } from './world.ts'

test('an admin reports an incident, corrects and resolves it, and visitors read each word of it', async ({
  openPage,
}) => {
  const admin = await openPage({ width: 360 })
  await signInAs(admin, 'tenant-admin')
  await admin.goto(serviceStatusPath)
  await admin.getByRole('button', { name: 'Report an incident' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Report an incident' }).click()
  await dialog.getByRole('button', { name: /^What is affected: / }).waitFor()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Certificates open slowly')
  await expectAccessible(admin)
  await expectNoSidewaysScroll(admin)
  await dialog.getByRole('checkbox', { name: 'Files and certificates' }).check()
  await dialog.getByRole('textbox', { name: 'What is known' }).fill('They take a minute.')
  await dialog.getByRole('button', { name: 'Report an incident' }).click()
  await admin.getByText('The incident is on the page.').waitFor()

  const visitor = await openPage()
  await visitor.goto(paths.claims)
  await visitor.getByRole('link', { name: 'Status', exact: true }).click()
  await visitor.getByRole('heading', { name: 'Status of the service', level: 1 }).waitFor()
  expect(visitor.url()).toBe(`${world.baseUrl}${serviceStatusPath}`)
  const incident = visitor.getByRole('listitem').filter({ hasText: 'Certificates open slowly' })
  await incident.getByText('They take a minute.').waitFor()
  await visitor.getByRole('heading', { name: 'Open incidents' }).waitFor()
  await visitor.getByRole('heading', { name: 'Contracts on the chain' }).waitFor()
  const files = visitor.getByRole('listitem').filter({ hasText: /^Files and certificates/ })
  await files.getByText('Incident open').waitFor()
  await incident.getByText('Affects: Files and certificates').waitFor()
  expect(await incident.getByRole('button').count()).toBe(0)
  await expectGood(visitor)

  await admin.getByRole('button', { name: /^Correct the update of/ }).click()
  await dialog.getByRole('textbox', { name: 'What is known' }).fill('They take ten seconds.')
  await dialog.getByRole('button', { name: 'Correct' }).click()
  await admin.getByText('The update is corrected.').waitFor()
  await admin.getByRole('button', { name: 'Resolve: Certificates open slowly' }).click()
  await dialog.getByRole('textbox', { name: 'What is known' }).fill('They open at once.')
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await admin.getByText('The incident is resolved.').waitFor()

  await visitor.reload()
  await incident.getByText('They open at once.').waitFor()
  expect(await files.getByText('Incident open').count()).toBe(0)
  await incident.locator('summary', { hasText: 'Earlier words' }).click()
  await incident.getByText('They take a minute.').waitFor()
  await expectGood(visitor)
})
