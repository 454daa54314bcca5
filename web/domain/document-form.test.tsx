import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { siteConfig } from '#shared/contract/registry.ts'
import { loadSiteConfig } from '#web/lib/site-config.ts'
import { testSite } from '#web/lib/test-site.ts'
import { DocumentForm } from './document-form.tsx'

test('files are chosen together, each with its type, and too large or too many files are named', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(siteConfig.parse(testSite))))
  await loadSiteConfig()
  vi.unstubAllGlobals()
  const subject = { kind: 'project', id: 'p', projectKey: 't:a:p' } as const
  render(<DocumentForm subject={subject} types={['PDS']} listed={{ items: [], isPublished: false, most: 3 }} />)
  const chosen = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map((name) => new File(['1'], name, { type: 'application/pdf' }))
  await userEvent.upload(screen.getByLabelText('Document'), chosen)
  expect(screen.getAllByLabelText('Type')).toHaveLength(3)
  screen.getByText(/the files beyond that were left out/)
  expect(screen.getByLabelText<HTMLSelectElement>('Who may read it').value).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Leave out b.pdf' }))
  expect(screen.getAllByLabelText('Type')).toHaveLength(2)
})
