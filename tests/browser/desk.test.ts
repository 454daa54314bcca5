import { expect } from 'vitest'
import { addDocument } from '#shared/contract/documents.ts'
import { deskPath } from '#shared/rules/paths.ts'
import type { Caller } from '#tests/kit/person.ts'
import { expectAccessible, expectNoSidewaysScroll, test } from './browser.ts'
import { aProjectAtWork } from './project-at-work.ts'
import { sandboxPeople, signInAs } from './signed-in.ts'

async function addPlots(caller: Caller, subjectId: string): Promise<void> {
  const form = new FormData()
  const fields = { subjectKind: 'verification', subjectId, title: 'Plots of the bay', isPublic: 'false' }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const rows = Array.from({ length: 4_999 }, (_, row) => `${row + 1};Rhizophora;${row % 7},5`)
  form.append('document', new Blob([`plot;species;tonnes\n${rows.join('\n')}`]), 'plots-of-the-bay.csv')
  await caller.call(addDocument, { form })
}

test('a verifier checks a file, opens a finding at its row, and sees the answer arrive', async ({ openPage }) => {
  const people = await sandboxPeople()
  const work = await aProjectAtWork(people)
  const { searchParams } = new URL(work.verification, 'http://localhost')
  const [projectId, id] = [searchParams.get('projectId') ?? '', searchParams.get('id') ?? '']
  await addPlots(people.verifier, id)

  const verifier = await openPage({ width: 1280 })
  await signInAs(verifier, 'verifier')
  await verifier.goto(deskPath(projectId, id))
  await verifier.getByText('0 of 3 files checked').waitFor()
  await verifier.getByRole('button', { name: 'Plots of the bay' }).click()
  const row = verifier.getByRole('textbox', { name: 'Row' })
  await row.fill('4321')
  await row.press('Enter')
  await verifier.locator('tr[aria-current]', { hasText: '4320' }).waitFor()
  await expectAccessible(verifier)
  await verifier.getByRole('checkbox', { name: 'I have checked plots-of-the-bay.csv' }).check()
  await verifier.getByText('1 of 3 files checked').waitFor()
  await verifier.getByRole('button', { name: 'Open a finding here' }).click()
  await verifier.getByLabel('CL: clarification').check()
  await verifier.getByLabel('What was found').fill('Is this tree counted twice?')
  await verifier.getByLabel('Addressed to').selectOption('measurer')
  await verifier.getByRole('dialog').getByRole('button', { name: 'Open a finding' }).click()
  const thread = verifier.getByRole('article', { name: 'CL 4' })
  await thread.getByRole('link', { name: 'plots-of-the-bay.csv, row 4,321' }).waitFor()

  const measurer = await openPage({ width: 360 })
  await signInAs(measurer, 'measurer')
  await measurer.goto(work.verification)
  await measurer.getByRole('link', { name: 'plots-of-the-bay.csv, row 4,321' }).click()
  await measurer.locator('tr[aria-current]', { hasText: '4320' }).waitFor()
  expect(await measurer.getByRole('checkbox').count()).toBe(0)
  await expectAccessible(measurer)
  await expectNoSidewaysScroll(measurer)
  const answer = measurer.getByRole('article', { name: 'CL 4' })
  await answer.getByRole('textbox').fill('No: 4320 and 4321 are two trees.')
  await answer.getByRole('button', { name: 'Respond' }).click()

  // Without a reload.
  await thread.getByText('No: 4320 and 4321 are two trees.').waitFor()
  await measurer.getByRole('button', { name: 'All files' }).click()
  await measurer.getByRole('button', { name: 'Plots of the bay' }).waitFor()
  await expectAccessible(measurer)
})
