import { createServer } from 'node:http'
import { configure, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { SWRConfig } from 'swr'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { siteConfig } from '#shared/contract/registry.ts'
import type { EvidenceFile, Verification } from '#shared/contract/verifications.ts'
import { SignInContext } from '#web/lib/sign-in.ts'
import { loadSiteConfig } from '#web/lib/site-config.ts'
import { testSignIn } from '#web/lib/test-sign-in.ts'
import { testSite } from '#web/lib/test-site.ts'
import { Desk } from './desk.tsx'

const verification = {
  verificationId: 'o',
  projectId: 'p',
  project: 'Mangroves',
  periodStart: '2024-01-01',
  periodEnd: '2024-12-31',
  acts: ['openFinding', 'refuse'],
} as unknown as Verification

const aFile = (documentId: string, more: Partial<EvidenceFile> = {}): EvidenceFile => ({
  documentId,
  title: documentId,
  type: 'Other',
  documentType: 'Other',
  fileName: `${documentId}.csv`,
  originalName: `${documentId}.csv`,
  mediaType: 'text/csv',
  sizeBytes: 10,
  sha256: '',
  version: 1,
  isPublic: false,
  isOpen: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  url: `http://files.test/t/a/${documentId}.csv`,
  subjectKind: 'verification',
  subjectId: 'o',
  finding: null,
  addedBy: null,
  isNewest: true,
  checks: [],
  ...more,
})
const files: EvidenceFile[] = [
  aFile('plots', { subjectKind: 'measurement', subjectId: 'm' }),
  aFile('trees', { checks: [{ name: 'Amina Said', at: '2026-01-02T00:00:00.000Z', isOwn: false }] }),
  aFile('old trees', { isNewest: false }),
  aFile('soil'),
]

const sent: { path: string; body: unknown }[] = []
const server = createServer((request, response) => {
  const path = request.url ?? ''
  const answer = (value: unknown) => response.end(typeof value === 'string' ? value : JSON.stringify(value))
  if (path === '/config.json') return answer(siteConfig.parse(testSite))
  if (path.endsWith('/files')) return answer({ items: files, seesChecks: true, acts: ['check'] })
  if (path.endsWith('/findings')) return answer({ items: [], carried: [] })
  if (path.startsWith('/documents/'))
    return answer(`plot,tonnes\n${Array.from({ length: 250 }, (_, row) => `${row},1`).join('\n')}`)
  let body = ''
  request.on('data', (part) => {
    body += part
  })
  return request.on('end', () => {
    if (request.method === 'POST') sent.push({ path, body: JSON.parse(body) })
    answer({ documentId: 'x', isChecked: true })
  })
})

const { fetch: fetchFrom } = globalThis
beforeAll(async () => {
  configure({ asyncUtilTimeout: 10_000 })
  Element.prototype.scrollIntoView = () => undefined
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  globalThis.fetch = (path, init) => fetchFrom(new URL(String(path), `http://127.0.0.1:${port}`), init)
  await loadSiteConfig()
})
afterAll(() => {
  globalThis.fetch = fetchFrom
  server.closeAllConnections()
  return new Promise((closed) => server.close(closed))
})
afterEach(() => void vi.unstubAllGlobals())

function Address() {
  const { search } = useLocation()
  return <output>{search}</output>
}

function show({ isWide = true, at = '' } = {}) {
  vi.stubGlobal('matchMedia', () => ({ matches: isWide, addEventListener() {}, removeEventListener() {} }))
  window.history.replaceState(null, '', `/verifications?desk=1${at}`)
  render(
    <MemoryRouter initialEntries={[`/verifications?desk=1${at}`]}>
      <SWRConfig value={{ provider: () => new Map() }}>
        <SignInContext value={testSignIn()}>
          <Desk verification={verification} />
          <Address />
        </SignInContext>
      </SWRConfig>
    </MemoryRouter>,
  )
}
const chosen = () => screen.findByRole('heading', { name: /^(plots|trees|soil)$/ })

test('the desk counts what is checked, and leaves out what has a later version', async () => {
  show()
  expect(await screen.findByText('1 of 3 files checked')).toBeDefined()
  expect(screen.queryByText('old trees')).toBeNull()
  expect((await chosen()).textContent).toBe('plots')
})

test('J and K turn to the next and the previous file', async () => {
  show()
  await chosen()
  await userEvent.keyboard('j')
  expect(await screen.findByText(/Checked by Amina Said/)).toBeDefined()
  expect((await chosen()).textContent).toBe('trees')
})

test('Next keeps the focus and says which file of how many is shown', async () => {
  show()
  await chosen()
  const next = screen.getByRole('button', { name: 'Next' })
  await userEvent.click(next)
  expect((await screen.findByText('trees.csv · 2 of 3')).getAttribute('aria-live')).toBe('polite')
  expect(document.activeElement).toBe(next)
})

test('only unchecked files are listed after the button for it', async () => {
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Only unchecked' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /trees/ })).toBeNull())
  expect(screen.getByRole('button', { name: /soil/ })).toBeDefined()
})

test('a check is sent as one’s own', async () => {
  show()
  await userEvent.click(await screen.findByRole('checkbox', { name: 'I have checked plots.csv' }))
  await waitFor(() =>
    expect(sent).toEqual([{ path: '/api/verification/o/files/plots/check', body: { isChecked: true } }]),
  )
})

test('a row of a table is pointed at, in the address too', async () => {
  show({ at: '&file=soil&row=150' })
  const row = await screen.findByRole('row', { current: true })
  expect(row.textContent).toContain('148')
  await userEvent.click(screen.getByRole('button', { name: 'Point at row 120' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('row=120'))
  expect(screen.getByText('A finding opened here points to: soil.csv, row 120')).toBeDefined()
})

test('on a narrow screen the list comes first, and the file takes its place', async () => {
  show({ isWide: false })
  await userEvent.click(await screen.findByRole('button', { name: /soil/ }))
  expect((await chosen()).textContent).toBe('soil')
  expect(screen.queryByRole('navigation', { name: 'Files' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'All files' }))
  expect(await screen.findByRole('navigation', { name: 'Files' })).toBeDefined()
})
