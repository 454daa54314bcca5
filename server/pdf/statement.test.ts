import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import type { StatementData } from './statement-data.ts'
import { renderStatement } from './writer.ts'

function sums(of: number) {
  return { minted: of, received: of + 1, transferred: of + 2, claimed: of + 3, cancelled: of + 4 }
}

function aStatement(changes: Partial<StatementData> = {}): StatementData {
  return {
    registry: { name: 'Registry of the Coast', owner: 'Coast Foundation', accent: '#3b6fd4' },
    unitName: { singular: 'Outcome Unit', plural: 'Outcome Units' },
    account: {
      id: 'a',
      name: 'Bay Community Trust',
      type: 'proponent',
      country: 'KE',
      memberSince: '2021-05-04T10:00:00Z',
    },
    totals: { ...sums(7_000), held: 5_012 },
    byYear: [
      { year: 2024, ...sums(3_000) },
      { year: 2025, ...sums(4_000) },
    ],
    byProject: [{ id: 'p', name: 'Mangroves of the Long Bay', ...sums(7_000), held: 5_012 }],
    projectCount: 1,
    claimNumbers: ['C-000042', 'C-000043'],
    claimCount: 2,
    asOf: '2026-11-20T07:00:05.000Z',
    ledgerSequence: 1_873,
    verifyCode: 'A1B2C3D4E5F6',
    ...changes,
  }
}

async function textOf(data: StatementData, language: 'en' | 'fr' | 'sw' = 'en') {
  const { text, totalPages } = await extractText(await renderStatement(data, language), { mergePages: true })
  return { text: text.replace(/\s+/g, ' '), totalPages }
}

test('a lifetime statement says who, since when, how much by year and by project, and as of when', async () => {
  const { text, totalPages } = await textOf(aStatement())
  expect(totalPages).toBe(1)
  for (const expected of [
    'Legacy certificate',
    'Bay Community Trust',
    'Project proponent',
    'Kenya',
    '4 May 2021',
    '20 November 2026',
    '07:00:05 UTC',
    '1,873',
    'A1B2C3D4E5F6',
    'Outcome Units',
    '5,012',
    '2024 3,000 3,001 3,002 3,003 3,004',
    '2025 4,000',
    'Mangroves of the Long Bay 7,000',
    'Total 7,000 7,001 7,002 7,003 7,004',
    'Claims · 2',
    'C-000042, C-000043',
  ])
    expect(text).toContain(expected)
})

test.each([
  ['fr', ['Certificat de bilan', 'Porteur de projet', 'Membre depuis', 'Par année']],
  ['sw', ['Cheti cha muhtasari', 'Mwenye mradi', 'Mwanachama tangu', 'Kwa mwaka']],
] as const)('in the reader’s language: %s', async (language, texts) => {
  const { text } = await textOf(aStatement(), language)
  for (const expected of texts) expect(text).toContain(expected)
})

test('an account without movements has a statement that says so', async () => {
  const data = aStatement({
    byYear: [],
    byProject: [],
    projectCount: 0,
    claimNumbers: [],
    claimCount: 0,
    ledgerSequence: null,
    totals: { ...sums(0), held: 0 },
  })
  expect((await textOf(data)).text).toContain('No units have moved in this account.')
})

test('says how many claims and projects there are where it lists fewer, and sums all of them', async () => {
  const { text } = await textOf(aStatement({ claimCount: 46_355, projectCount: 5_266 }))
  for (const expected of [
    'Claims · 46,355 The newest 2 of 46,355 claims are listed; the sums are of all of them',
    'The 1 largest of 5,266 projects are listed; the sums are of all of them.',
    'Total 7,000 7,001 7,002 7,003 7,004',
  ])
    expect(text).toContain(expected)
})

test('goes on over as many pages as there are projects and claims', async () => {
  const byProject = Array.from({ length: 120 }, (_, index) => ({
    id: `${index}`,
    name: `Project ${index}`,
    ...sums(1),
    held: 1,
  }))
  const claimNumbers = Array.from({ length: 1_500 }, (_, index) => `C-${String(index).padStart(6, '0')}`)
  const { text, totalPages } = await textOf(
    aStatement({ byProject, projectCount: byProject.length, claimNumbers, claimCount: claimNumbers.length }),
  )
  expect(totalPages).toBeGreaterThan(4)
  for (const { name } of byProject) expect(text).toContain(`${name} `)
  for (const number of claimNumbers) expect(text).toContain(number)
  expect(text).toContain(`Page ${totalPages} of ${totalPages}`)
})
