import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import i18next from 'i18next'
import { MemoryRouter } from 'react-router'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { siteConfig } from '#shared/contract/registry.ts'
import { type Language, languages } from '#shared/rules/languages.ts'
import { loadSiteConfig } from '#web/lib/site-config.ts'
import { testSite } from '#web/lib/test-site.ts'
import { VerifyBox } from './verify-box.tsx'

let queries: string[] = []
let held: Record<string, object[]> = {}

const item = (kind: string, more: object = {}) => ({
  kind,
  id: 'c1',
  title: kind === 'claim' ? '21242' : 'Gazi Bay',
  path: '/claims?key=c1',
  at: null,
  isSuperseded: false,
  ...more,
})

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  vi.stubGlobal('fetch', async (address: string) => {
    if (address === '/config.json') return new Response(JSON.stringify(siteConfig.parse(testSite)))
    const q = new URL(address, 'http://localhost').searchParams.get('q') ?? ''
    queries.push(q)
    return new Response(JSON.stringify({ items: held[q] ?? [], serials: [] }))
  })
  await loadSiteConfig()
  const files = import.meta.glob<{ default: object }>('../../../shared/texts/**/{fr,sw}.json', { eager: true })
  for (const [path, { default: texts }] of Object.entries(files)) {
    i18next.addResourceBundle(path.slice(-7, -5), 'translation', texts, true)
  }
})
beforeEach(() => {
  ;[queries, held] = [[], {}]
})
afterEach(async () => void (await i18next.changeLanguage('en')))

/** Its title names a claim. */
const certificate = '%PDF-1.7\n/Title (Certificate C-021242)\n'
const hashes: Record<string, string> = {}

/** The expected tone and texts for a file. */
type Case = {
  content: string
  under?: object[]
  alsoUnder?: Record<string, object[]>
  tone: 'good' | 'warn' | 'bad' | 'neutral'
} & Record<Language, string>
const cases: Record<string, Case> = {
  'a certificate of the registry': {
    content: certificate,
    under: [item('claim')],
    tone: 'good',
    en: 'The registry has this claim',
    fr: 'Retrait 21242',
    sw: 'Dai 21242',
  },
  'a certificate of which there is a later version': {
    content: certificate,
    under: [item('claim', { isSuperseded: true })],
    tone: 'warn',
    en: 'has replaced this certificate',
    fr: 'remplace ce certificat',
    sw: 'limechukua nafasi ya cheti hiki',
  },
  'a certificate that was changed': {
    content: `${certificate}with another quantity`,
    alsoUnder: { 'C-021242': [item('claim')] },
    tone: 'bad',
    en: 'but it is not that claim’s certificate',
    fr: 'il n’en est pas le certificat',
    sw: 'si cheti chake',
  },
  'a certificate that names a claim that never was': {
    content: `${certificate}of nobody`,
    tone: 'bad',
    en: 'but it is not that claim’s certificate',
    fr: 'il n’en est pas le certificat',
    sw: 'si cheti chake',
  },
  'a lifetime statement': {
    content: '%PDF-1.7\nstatement',
    under: [item('statement', { at: '2026-03-04T05:06:07Z' })],
    tone: 'good',
    en: 'The registry issued this statement',
    fr: 'Le registre a émis ce relevé',
    sw: 'Sajili ilitoa muhtasari huu',
  },
  'a document of a project': {
    content: '%PDF-1.7\nplan',
    under: [item('document')],
    tone: 'neutral',
    en: 'which is not a claim',
    fr: 'qui n’est pas un retrait',
    sw: 'ambayo si dai',
  },
  'any other file': {
    content: 'a letter',
    tone: 'warn',
    en: 'Nothing in this registry matches',
    fr: 'Rien ne correspond dans ce registre',
    sw: 'Hakuna kinacholingana katika sajili hii',
  },
}

const show = () =>
  render(
    <MemoryRouter>
      <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
        <VerifyBox />
      </SWRConfig>
    </MemoryRouter>,
  )

async function sha256Of(content: string): Promise<string> {
  hashes[content] ??= Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(content))).toString('hex')
  return hashes[content]
}

const all = Object.keys(cases).flatMap((name) => languages.map((language) => [name, language] as const))
test.each(all)('%s, as a file, is said in words and colour (%s)', async (name, language) => {
  await i18next.changeLanguage(language)
  const { content, under = [], alsoUnder = {}, tone, [language]: words } = cases[name]!
  const hash = await sha256Of(content)
  held = { [hash]: under, ...alsoUnder }
  show()
  await userEvent.upload(
    screen.getByLabelText(i18next.t('claims.verify.file')),
    new File([content], 'a.pdf', { type: 'application/pdf' }),
  )
  const message = await screen.findByText((text) => text.replace(/[\u00a0\u202f]/g, ' ').includes(words))
  expect(queries[0]).toBe(hash)
  const colour = { good: 'bg-good-soft', warn: 'bg-warn-soft', bad: 'bg-bad-soft', neutral: 'bg-raised' }[tone]
  expect(message.closest(`.${colour}`)).not.toBeNull()
})

test('a list of codes that is pasted is looked up as one', async () => {
  show()
  const field = screen.getByRole('textbox')
  fireEvent.paste(field, { clipboardData: { getData: () => 'SAMPLE-KE-1-2024-1-\n1-10\nC-021242\n' } })
  await userEvent.click(screen.getByRole('button', { name: i18next.t('claims.verify.act') }))
  await screen.findByText(/Nothing in this registry matches/)
  expect(queries).toEqual(['SAMPLE-KE-1-2024-1-1-10; C-021242'])
})
