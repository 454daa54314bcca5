import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { claimNumberInPdf } from '#shared/rules/certificate-file.ts'
import type { CertifiedData, CertifiedProject } from './certificate-data.ts'
import { renderCertificate } from './writer.ts'

const project: CertifiedProject = {
  name: 'Mangroves of the Long Bay',
  id: 'project-7',
  url: 'https://registry.test/collection/project?key=t:a:project-7',
  country: 'KE',
  type: 'Blue carbon',
  proponent: 'Bay Community Trust',
  methodology: 'Tidal wetland restoration',
  version: '2.1',
  standard: 'Coastal Standard',
  vintage: '2024',
  monitoringPeriod: { start: '2024-01-01', end: '2024-12-31' },
  verifier: 'Harbour Verification',
  verifiedAt: '2025-03-14T09:12:00.000Z',
  stoppedAs: null,
}

function aCertificate(changes: Partial<CertifiedData> = {}): CertifiedData {
  return {
    registry: { name: 'Registry of the Coast', owner: 'Coast Foundation' },
    number: 'C-000042',
    version: 1,
    beneficiary: { name: 'Łódź Shipping Cooperative', kind: 'organisation', country: 'TZ' },
    retiredBy: 'Green Buyers Alliance',
    quantity: 12_345,
    unitName: { singular: 'Outcome Unit', plural: 'Outcome Units' },
    purpose: 'corporate target',
    purposeDetail: 'Interim target of the 2030 plan',
    period: { start: '2025-01-01', end: '2025-12-31' },
    countryOfConsumption: 'FR',
    note: 'With thanks to the rangers',
    claimedAt: '2026-03-04T14:05:09.123456Z',
    projects: [project],
    ranges: ranges(1),
    rangeCount: 1,
    ledger: { sequence: 1873, hash: 'ab'.repeat(32) },
    chain: {
      transactionHash: `0x${'cd'.repeat(32)}`,
      chainId: 31_337,
      blockNumber: 4_821,
      url: 'https://explorer.test/tx',
    },
    verifyCode: 'K7QF-2M9X',
    url: 'https://registry.test/claims?key=0199a5c2-8f3b-7c55-9d1a-6b7e8f901234',
    credential: '{"type":"VerifiableCredential"}',
    ...changes,
  }
}

function ranges(count: number, name = project.name): CertifiedData['ranges'] {
  return Array.from({ length: count }, (_, index) => {
    const first = index * 100 + 1
    return { serial: `COAST-KE-7-2024-1-${first}-${first + 29}`, quantity: 30, project: name }
  })
}

function projects(count: number, changes: Partial<CertifiedProject> = {}): CertifiedProject[] {
  return Array.from({ length: count }, (_, at) => ({
    ...project,
    name: `Forest ${at}`,
    id: String(400 + at),
    ...changes,
  }))
}

async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: false })
  return text.map((page) => page.replace(/\s+/g, ' '))
}

const compact = (text: string | undefined) => (text ?? '').replace(/\s+/g, '')

describe('a certificate', () => {
  test('says on one page all that it certifies', async () => {
    const [page, ...more] = await pagesOf(await renderCertificate(aCertificate(), 'en'))
    expect(more).toEqual([])
    for (const expected of [
      'Registry of the Coast',
      'Coast Foundation',
      'VALID',
      'Certificate of retirement',
      'No. C-000042 · version 1',
      'Łódź Shipping Cooperative',
      'Organisation · Tanzania',
      'Retired by Green Buyers Alliance',
      '12,345',
      'Outcome Units',
      'Twelve thousand three hundred and forty-five',
      'permanently removed; only the beneficiary may claim them',
      'Corporate target',
      'Interim target of the 2030 plan',
      '1 January 2025 to 31 December 2025',
      'France',
      'With thanks to the rangers',
      '4 March 2026',
      '14:05:09 UTC',
      'Mangroves of the Long Bay',
      'project-7',
      'Kenya',
      'Blue carbon',
      'Bay Community Trust',
      'Tidal wetland restoration · 2.1',
      'Coastal Standard',
      '2024',
      '1 January 2024 to 31 December 2024',
      'Harbour Verification',
      '14 March 2025',
      'COAST-KE-7-2024-1-1-30',
      'K7QF-2M9X',
      'https://registry.test/claims?key=0199a5c2-8f3b-7c55-9d1a-6b7e8f901234',
      'Sequence 1,873',
      'ab'.repeat(32),
      `0x${'cd'.repeat(32)}`,
      'Chain 31337, block 4,821',
      'SHA-256',
      'Page 1 of 1',
    ])
      expect(compact(page)).toContain(compact(expected))
  })

  test.each([
    [
      'fr',
      [
        'Certificat de retrait',
        'VALIDE',
        'Douze mille trois cent quarante-cinq',
        '12\u202f345',
        'Tanzanie',
        '4 mars 2026',
      ],
    ],
    [
      'sw',
      ['Cheti cha uondoaji', 'HALALI', 'Elfu kumi na mbili, mia tatu na arobaini na tano', 'Ufaransa', '4 Machi 2026'],
    ],
  ] as const)('speaks the reader’s language: %s', async (language, texts) => {
    const bytes = await renderCertificate(aCertificate(), language)
    const [page] = await pagesOf(bytes)
    for (const text of texts) expect(compact(page)).toContain(compact(text))
    expect(page).not.toMatch(/certificate\.|Retired|Purpose/)
    expect(await metadataOf(bytes)).toMatchObject({ Language: language })
    expect(claimNumberInPdf(bytes)).toBe('000042')
  })

  test('is the same bytes for the same data, and others for other data', async () => {
    const one = await renderCertificate(aCertificate(), 'en')
    const same = await renderCertificate(aCertificate(), 'en')
    const other = await renderCertificate(aCertificate({ quantity: 12_346 }), 'en')
    expect(Buffer.compare(one, same)).toBe(0)
    expect(Buffer.compare(one, other)).not.toBe(0)
  })

  test('does not depend on the documents before it', async () => {
    const named = (name: string) => aCertificate({ beneficiary: { name, kind: 'organisation', country: null } })
    const first = await renderCertificate(named("1'000 a\u00a0b ’ ′"), 'en')
    for (const name of ['"\u00a0ʼ½', 'شركة ١٢٣', 'é ĳ ŉ']) await renderCertificate(named(name), 'fr')
    const [again] = await Promise.all(
      [named("1'000 a\u00a0b ’ ′"), named('"ʼ'), aCertificate()].map((data) => renderCertificate(data, 'en')),
    )
    expect(Buffer.compare(first, again ?? first.subarray(1))).toBe(0)
    expect((await pagesOf(first))[0]).toContain("1'000 a b ’ ′")
  })

  test('says a word as it is written, whatever looked alike in a document before', async () => {
    const named = (name: string) => aCertificate({ beneficiary: { name, kind: 'organisation', country: null } })
    await renderCertificate(named('A\u00a0’ ʼ ½'), 'en')
    const [page] = await pagesOf(await renderCertificate(named('ʼ ½'), 'en'))
    expect(page).toContain('ʼ')
  })

  test('does not name the one who retired when it is the beneficiary', async () => {
    const beneficiary = { name: 'Green Buyers Alliance', kind: 'organisation', country: null } as const
    expect((await pagesOf(await renderCertificate(aCertificate({ beneficiary }), 'en')))[0]).not.toContain('Retired by')
  })

  test('says that the project was suspended when the units were retired', async () => {
    const page = async (stoppedAs: CertifiedProject['stoppedAs']) =>
      (await pagesOf(await renderCertificate(aCertificate({ projects: [{ ...project, stoppedAs }] }), 'en')))[0]
    expect(await page('suspended')).toMatch(/Status when retired\s+Suspended/)
    expect(await page(null)).not.toContain('Status when retired')
  })

  test('leaves out what is not known', async () => {
    const bare = aCertificate({
      beneficiary: { name: '', kind: 'anonymous', country: null },
      purposeDetail: '',
      period: null,
      countryOfConsumption: null,
      note: null,
      quantity: 1,
      projects: [
        { ...project, methodology: null, version: null, verifier: null, verifiedAt: null, monitoringPeriod: null },
      ],
    })
    const [page] = await pagesOf(await renderCertificate(bare, 'en'))
    expect(page).toContain('A beneficiary who is not named')
    expect(page).toContain('One It is permanently removed')
    expect(page).not.toMatch(/null|undefined|NaN|Methodology|Verified by|Note|period/)
  })
})

test('a certificate without its places in ledger and chain says that it is not settled', async () => {
  const data = aCertificate({ ranges: ranges(7), rangeCount: 7, ledger: null, chain: null })
  expect((await pagesOf(await renderCertificate(data, 'en')))[0]).toContain('Not settled yet')
})

describe('the annex', () => {
  test('is not needed for five ranges', async () => {
    const pages = await pagesOf(await renderCertificate(aCertificate({ ranges: ranges(5), rangeCount: 5 }), 'en'))
    expect(pages.length).toBe(1)
    for (const { serial } of ranges(5)) expect(compact(pages[0])).toContain(serial)
  })

  test.each(['en', 'fr', 'sw'] as const)('is not needed for two projects, beside each other: %s', async (language) => {
    const two = projects(2).map((each, at) => ({ ...each, verifier: `Verifier ${at}` }))
    const bytes = await renderCertificate(aCertificate({ projects: two, ranges: ranges(2), rangeCount: 2 }), language)
    const [page, ...more] = await pagesOf(bytes)
    expect(more).toEqual([])
    for (const { name, id, verifier } of two)
      for (const fact of [name, id, verifier]) expect(compact(page)).toContain(compact(fact ?? ''))
    expect(await overlapsOf(bytes)).toEqual([])
    const tree = JSON.stringify(
      await (await (await getDocumentProxy(new Uint8Array(bytes))).getPage(1)).getStructTree(),
    )
    for (const role of ['Table', 'TR', 'TH', 'TD']) expect(tree).toContain(`"role":"${role}"`)
  })

  test('lists every one of 400 ranges, and the first page says so', async () => {
    const data = aCertificate({ ranges: ranges(400), rangeCount: 400, quantity: 12_000 })
    const [first, ...annex] = await pagesOf(await renderCertificate(data, 'en'))
    expect(first).toContain('400 serial ranges, listed in the annex.')
    for (const { serial } of data.ranges) expect(compact(annex.join(''))).toContain(serial)
    for (const page of annex) expect(page).toContain('Annex to certificate C-000042, version 1')
    expect(annex.at(-1)).toContain('12,000')
  })

  test('says when more ranges exist than it lists', async () => {
    const data = aCertificate({ ranges: ranges(7), rangeCount: 9_000 })
    expect((await pagesOf(await renderCertificate(data, 'en')))[1]).toContain('7 of 9,000 serial ranges are listed')
  })

  test('has in full what the first page had to shorten, and nothing of it overlaps', async () => {
    const long = (word: string, length: number) => `${word} `.repeat(length).slice(0, length)
    const data = aCertificate({
      registry: { name: long('Registry', 150), owner: long('Owner', 150) },
      beneficiary: { name: 'W'.repeat(100), kind: 'organisation', country: 'GS' },
      retiredBy: long('Retirer', 150),
      unitName: { singular: long('Unit', 60), plural: long('Units', 60) },
      quantity: Number.MAX_SAFE_INTEGER,
      purpose: 'contribution to the host country',
      purposeDetail: long('Detail', 499).concat('.'),
      note: long('Thanks', 499).concat('!'),
      projects: [project, { ...project, name: long('Second', 120), methodology: long('Method', 200), id: 'project-8' }],
      ranges: ranges(3, long('Second', 120)),
      rangeCount: 3,
    })
    for (const language of ['en', 'fr', 'sw'] as const) {
      const bytes = await renderCertificate(data, language)
      const [, ...annex] = await pagesOf(bytes)
      for (const text of [data.purposeDetail, data.note, data.projects[1]?.name, data.projects[1]?.methodology]) {
        expect(compact(annex.join(''))).toContain(compact(text ?? ''))
      }
      expect(await overlapsOf(bytes)).toEqual([])
    }
  })

  test('has an imported name of any length in full', async () => {
    const name = Array.from({ length: 600 }, (_, index) => `w${index}`).join(' ')
    const data = aCertificate({ beneficiary: { name, kind: 'organisation', country: null } })
    const pages = await pagesOf(await renderCertificate(data, 'en'))
    expect(compact(pages.slice(1).join(''))).toContain(compact(name))
  })
})

/** Of a page: those that a reader would call almost empty have less. */
const fewestLines = 12
const long = (length: number) => 'Restored mangrove coast of many bays '.repeat(40).slice(0, length)

test.each<[string, Partial<CertifiedData>]>([
  ...Array.from({ length: 12 }, (_, at): [string, Partial<CertifiedData>] => [
    `${at + 1} projects`,
    { projects: projects(at + 1), ranges: ranges(at + 1), rangeCount: at + 1 },
  ]),
  ['two projects and long texts', { projects: projects(2), purposeDetail: long(500), note: long(500) }],
  [
    'three projects with long names',
    { projects: projects(3, { name: long(150), proponent: long(150) }), note: long(500) },
  ],
  [
    'one project with long names',
    { projects: projects(1, { name: long(150), methodology: long(200), verifier: long(150) }) },
  ],
  ['one project and long texts', { purposeDetail: long(500), note: long(500), ranges: ranges(6), rangeCount: 6 }],
  ['the rows of a page, and one more', { ranges: ranges(44), rangeCount: 44 }],
])('no page is almost empty: %s', async (_, changes) => {
  for (const language of ['en', 'fr', 'sw'] as const) {
    const bytes = await renderCertificate(aCertificate(changes), language)
    const pdf = await getDocumentProxy(new Uint8Array(bytes))
    for (let page = 1; page <= pdf.numPages; page += 1) {
      const { items } = await (await pdf.getPage(page)).getTextContent()
      const lines = new Set(
        items.flatMap((item) => ('str' in item && item.str.trim() ? [Math.round(item.transform[5])] : [])),
      )
      expect({ language, page, lines: lines.size >= fewestLines }).toEqual({ language, page, lines: true })
    }
  }
})

test('a short certificate does not wait for a long one', async () => {
  const long = renderCertificate(aCertificate({ ranges: ranges(3_000), rangeCount: 3_000 }), 'en').then(() => 'long')
  const brief = renderCertificate(aCertificate(), 'en').then(() => 'short')
  expect(await Promise.race([long, brief])).toBe('short')
  await long
})

describe('names in any script', () => {
  test('are text that can be found and copied', async () => {
    const name = '株式会社グリーン · 한국전력공사 · Ελλάδα · Україна'
    const data = aCertificate({ beneficiary: { name, kind: 'organisation', country: 'JP' }, note: 'شركة' })
    const [page] = await pagesOf(await renderCertificate(data, 'en'))
    for (const word of name.split(' · ')) expect(compact(page)).toContain(word)
    expect(page).not.toContain('U+')
  })

  test('are set also where the font has no place for a mark on a letter', async () => {
    const name = 'تڥو'
    const data = aCertificate({ beneficiary: { name, kind: 'organisation', country: 'NG' } })
    const [page] = await pagesOf(await renderCertificate(data, 'en'))
    expect(page).toContain('ڥ')
  })

  test('are written as numbers, with an explanation, where no font has them', async () => {
    const data = aCertificate({ beneficiary: { name: 'Tree 🌳', kind: 'organisation', country: null } })
    const [page] = await pagesOf(await renderCertificate(data, 'en'))
    expect(page).toContain('Tree [U+1F333]')
    expect(page).toContain('stands for a character that the fonts of this document lack')
  })
})

describe('the file', () => {
  test('is tagged for screen readers: title, language, headings, the picture’s words, table heads', async () => {
    const bytes = await renderCertificate(aCertificate({ ranges: ranges(7), rangeCount: 7 }), 'en')
    const pdf = await getDocumentProxy(new Uint8Array(bytes))
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
    expect(await metadataOf(bytes)).toMatchObject({ Title: 'Certificate of retirement C-000042', Language: 'en' })
    const trees = await Promise.all(
      [1, 2].map(async (page) => JSON.stringify(await (await pdf.getPage(page)).getStructTree())),
    )
    for (const role of ['H1', 'H2', 'H3', 'Figure', 'Link', 'P']) expect(trees[0]).toContain(`"role":"${role}"`)
    expect(trees[0]).toContain('QR code that opens https://registry.test/claims')
    for (const role of ['Table', 'TR', 'TH', 'TD']) expect(trees[1]).toContain(`"role":"${role}"`)
  })

  test('carries its fonts', async () => {
    const raw = Buffer.from(await renderCertificate(aCertificate(), 'en')).toString('latin1')
    const count = (mark: RegExp) => raw.match(mark)?.length ?? 0
    expect(count(/\/Subtype \/Type0/g)).toBeGreaterThan(2)
    expect(count(/\/FontFile2/g)).toBe(count(/\/Subtype \/Type0/g))
    expect(count(/\/Subtype \/Type1\b/g)).toBe(0)
  })

  test('opens only the addresses that it shows', async () => {
    const pdf = await getDocumentProxy(new Uint8Array(await renderCertificate(aCertificate(), 'en')))
    const links: { url?: string }[] = await (await pdf.getPage(1)).getAnnotations()
    expect(new Set(links.map((link) => link.url))).toEqual(
      new Set([project.url, aCertificate().url, aCertificate().chain?.url]),
    )
  })
})

test('data that cannot be written fails, and the next certificate is written', async () => {
  await expect(renderCertificate(aCertificate({ claimedAt: 'no time' }), 'en')).rejects.toThrow()
  expect((await renderCertificate(aCertificate(), 'en')).length).toBeGreaterThan(10_000)
})

async function metadataOf(bytes: Uint8Array): Promise<object> {
  return (await (await getDocumentProxy(new Uint8Array(bytes))).getMetadata()).info
}

/** Overlapping lines of the first page. */
async function overlapsOf(bytes: Uint8Array): Promise<string[]> {
  const page = await (await getDocumentProxy(new Uint8Array(bytes))).getPage(1)
  const { items } = await page.getTextContent()
  const boxes = items.flatMap((item) =>
    'str' in item && item.str.trim() !== '' && item.transform[1] === 0
      ? [
          {
            text: item.str,
            x: item.transform[4] as number,
            y: item.transform[5] as number,
            width: item.width,
            size: item.transform[3] as number,
          },
        ]
      : [],
  )
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => {
        const isBeside = one.x + one.width <= other.x + 1 || other.x + other.width <= one.x + 1
        return !isBeside && Math.abs(one.y - other.y) < 0.6 * Math.min(one.size, other.size)
      })
      .map((other) => `${one.text} / ${other.text}`),
  )
}
