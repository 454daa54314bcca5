import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { siteConfig } from '#shared/contract/registry.ts'
import { loadSiteConfig } from '#web/lib/site-config.ts'
import { testSite } from '#web/lib/test-site.ts'
import { DocumentForm } from './document-form.tsx'

beforeAll(async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(siteConfig.parse(testSite))))
  await loadSiteConfig()
  vi.unstubAllGlobals()
})

const types = ['PDS', 'Measurement', 'Verification']
const aFile = (name: string, bytes = name) => new File([bytes.slice(0, 9)], name)

async function choose(id: string, ...files: File[]) {
  const subject = { kind: 'project', id, projectKey: `t:a:${id}` } as const
  const form = <DocumentForm subject={subject} types={types} listed={{ items: [], isPublished: false, most: 3 }} />
  const { unmount } = render(form)
  // The system's own dialog filters, but a drop does not.
  await userEvent.setup({ applyAccept: false }).upload(screen.getByLabelText('Choose files or drop them here'), files)
  return { unmount, form }
}

const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }))
const typeOf = (name: string) => row(name).getAllByRole('cell')[1]?.textContent

test('files are chosen together, each with the type of its name, and what cannot come is named', async () => {
  await choose('a', aFile('pds.pdf'), aFile('counts.csv'), aFile('a.zip'), aFile('b.pdf'), aFile('z.pdf'))
  expect([typeOf('pds.pdf'), typeOf('counts.csv'), typeOf('b.pdf')]).toEqual([
    'Project description',
    'Measurement',
    'Other',
  ])
  screen.getByText('3 files chosen')
  screen.getByText(/^a\.zip: Left out.*the files beyond that were left out/)
  expect(screen.getByLabelText<HTMLSelectElement>('Who may read it').value).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Leave out b.pdf' }))
  expect(screen.getAllByRole('row')).toHaveLength(3)
})

test('type and readers are changed for all files, or for the ticked ones', async () => {
  await choose('b', aFile('1.pdf'), aFile('2.pdf'), aFile('3.pdf'))
  screen.getByText('For all 3 files')
  await userEvent.selectOptions(screen.getByLabelText('Type'), 'Measurement')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select 2.pdf' }))
  screen.getByText('For the ticked file')
  await userEvent.selectOptions(screen.getByLabelText('Type'), 'PDS')
  await userEvent.selectOptions(screen.getByLabelText('Who may read it'), 'false')
  expect(['1.pdf', '2.pdf', '3.pdf'].map(typeOf)).toEqual(['Measurement', 'Project description', 'Measurement'])
  row('2.pdf').getByText('Only people concerned')
  row('3.pdf').getByText('Everybody, after publication')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await userEvent.click(screen.getByRole('button', { name: 'Leave out 3 files' }))
  expect(screen.queryByRole('table')).toBeNull()
})

test('a second file with the same bytes is skipped unless it is wanted', async () => {
  await choose('c', aFile('1.pdf', 'same'), aFile('2.pdf', 'same'))
  await waitFor(() => row('2.pdf').getByText(/Skipped: 1.pdf has the same content./))
  await userEvent.click(screen.getByRole('button', { name: 'Send anyway: 2.pdf' }))
  expect(screen.queryByText(/Skipped/)).toBeNull()
})

test('chosen files and their types stay while the reader looks at another tab', async () => {
  const { unmount, form } = await choose('d', aFile('pds.pdf'))
  await userEvent.selectOptions(screen.getByLabelText('Type'), 'Verification')
  unmount()
  render(form)
  row('pds.pdf').getByText('Verification')
})
