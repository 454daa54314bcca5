import { render } from '@testing-library/react'
import i18next from 'i18next'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { FoundSerial } from '#shared/contract/registry.ts'
import { type Language, languages } from '#shared/rules/languages.ts'
import fr from '#shared/texts/fr.json' with { type: 'json' }
import sw from '#shared/texts/sw.json' with { type: 'json' }
import { VerifyResult } from './verify-result.tsx'

i18next.addResourceBundle('fr', 'translation', fr)
i18next.addResourceBundle('sw', 'translation', sw)

type Part = FoundSerial['parts'][number]
const claim = {
  claimId: 'c1',
  claimNumber: 21_242,
  beneficiary: 'Lake Bakery',
  beneficiaryKind: 'organisation',
  isImported: false,
} as const
const part = (state: Part['state'], first: number, last = first): Part => ({
  state,
  first,
  last,
  quantity: last - first + 1,
  claim: state === 'retired' ? claim : null,
})
const range = (...parts: Part[]): FoundSerial => ({
  serial: `SAMPLE-KE-1-2024-1-${parts[0]?.first ?? 1}-${parts.at(-1)?.last ?? 1}`,
  quantity: parts.reduce((sum, { quantity }) => sum + quantity, 0),
  parts,
})
const item = (kind: 'project' | 'claim' | 'transaction' | 'document' | 'statement', isSuperseded = false) => ({
  kind,
  id: kind,
  title: kind === 'claim' ? '21242' : 'Gazi Bay',
  path: '/claims?key=c1',
  at: kind === 'statement' ? '2026-03-04T05:06:07Z' : null,
  isSuperseded,
})
const units = (...serials: FoundSerial[]) => ({ items: [item('claim')], serials })
const named = (...items: ReturnType<typeof item>[]) => ({ items, serials: [] })

type Case = { found: Parameters<typeof VerifyResult>[0]['found']; tone: 'good' | 'warn' | 'neutral' } & Record<
  Language,
  string[]
>

/** The response, the tone, and expected texts. Numbers are not grouped. */
const cases: Record<string, Case> = {
  'a retired unit': {
    found: units(range(part('retired', 12_001))),
    tone: 'good',
    en: ['This unit is retired', '12001', 'one unit', 'Claim 21242', 'Lake Bakery'],
    fr: ['Cette unité est retirée', '12001', 'une unité', 'Retrait 21242'],
    sw: ['Kitengo hiki kimeondolewa', '12001', 'kitengo kimoja', 'Dai 21242'],
  },
  'a retired range': {
    found: units(range(part('retired', 1, 2_500))),
    tone: 'good',
    en: ['All 2,500 units are retired', '2,500 units', 'Claim 21242'],
    fr: ['Les 2 500 unités sont toutes retirées', '2 500 unités'],
    sw: ['Vitengo vyote 2,500 vimeondolewa', 'vitengo 2,500'],
  },
  'a million of retired units': {
    found: units(range(part('retired', 1, 1_000_000))),
    tone: 'good',
    en: ['All 1,000,000 units are retired'],
    fr: ['Les 1 000 000 d’unités sont toutes retirées', '1 000 000 d’unités'],
    sw: ['Vitengo vyote 1,000,000 vimeondolewa'],
  },
  'a range that is retired by two claims': {
    found: units(
      range(part('retired', 1, 5), {
        ...part('retired', 6, 9),
        claim: { ...claim, claimId: 'c2', claimNumber: 7, beneficiary: '', beneficiaryKind: 'anonymous' },
      }),
    ),
    tone: 'good',
    en: ['All 9 units', 'Claim 21242', 'Claim 7', 'Anonymous'],
    fr: ['Les 9 unités', 'Retrait 7', 'Anonyme'],
    sw: ['Vitengo vyote 9', 'Dai 7'],
  },
  'a range of which a part is retired': {
    found: units(range(part('retired', 1, 2_500), part('held', 2_501, 13_000))),
    tone: 'warn',
    en: ['Only a part is retired: 2,500 of 13,000 units', 'In circulation, not retired', '2501–13000', '10,500 units'],
    fr: ['Une partie seulement est retirée : 2 500 sur 13 000', 'En circulation, non retirées'],
    sw: ['Ni sehemu tu iliyoondolewa: 2,500 kati ya vitengo 13,000', 'Viko katika mzunguko'],
  },
  'a range that goes beyond what was issued': {
    found: units(range(part('retired', 1, 14_000), part('never issued', 14_001, 100_000))),
    tone: 'warn',
    en: ['Only a part is retired: 14,000 of 100,000', 'Never issued', '86,000 units'],
    fr: ['Jamais émises', '86 000 unités'],
    sw: ['Havijawahi kutolewa', 'vitengo 86,000'],
  },
  'a held unit': {
    found: units(range(part('held', 9))),
    tone: 'warn',
    en: ['This unit is not retired', 'In circulation, not retired'],
    fr: ['Cette unité n’est pas retirée'],
    sw: ['Kitengo hiki hakijaondolewa'],
  },
  'a held range': {
    found: units(range(part('held', 1, 10))),
    tone: 'warn',
    en: ['None of these 10 units is retired'],
    fr: ['Aucune de ces 10 unités n’est retirée'],
    sw: ['Hakuna hata kimoja kati ya vitengo hivi 10 kilichoondolewa'],
  },
  'a locked range': {
    found: units(range(part('locked', 1, 10))),
    tone: 'warn',
    en: ['None of these 10 units', 'Reserved, not retired'],
    fr: ['Réservées, non retirées'],
    sw: ['Vimehifadhiwa'],
  },
  'a cancelled range': {
    found: units(range(part('cancelled', 1, 10))),
    tone: 'warn',
    en: ['None of these 10 units', 'Burnt, without a claim'],
    fr: ['Détruites, sans retrait'],
    sw: ['Vimefutwa, bila dai'],
  },
  'a unit that never was': {
    found: { items: [], serials: [range(part('never issued', 5))] },
    tone: 'warn',
    en: ['This registry has never issued this unit.'],
    fr: ['Ce registre n’a jamais émis cette unité.'],
    sw: ['Sajili hii haijawahi kutoa kitengo hiki.'],
  },
  'a range that never was': {
    found: { items: [], serials: [range(part('never issued', 1, 3_000))] },
    tone: 'warn',
    en: ['has never issued any of these 3,000 units'],
    fr: ['n’a jamais émis aucune de ces 3 000 unités'],
    sw: ['haijawahi kutoa hata kimoja kati ya vitengo hivi 3,000'],
  },
  'a range of more parts than are told': {
    found: units(range(part('retired', 1, 10), part('not looked at', 11, 500))),
    tone: 'warn',
    en: ['too many parts to check all 500 units', 'Not checked'],
    fr: ['trop de parties', 'Non examinées'],
    sw: ['sehemu nyingi mno', 'Havijaangaliwa'],
  },
  'two ranges, both retired': {
    found: units(range(part('retired', 1, 10)), range(part('retired', 21, 30))),
    tone: 'good',
    en: ['All 20 units are retired', 'SAMPLE-KE-1-2024-1-21-30'],
    fr: ['Les 20 unités'],
    sw: ['Vitengo vyote 20'],
  },
  'two ranges, one retired': {
    found: units(range(part('retired', 1, 10)), range(part('held', 21, 30))),
    tone: 'warn',
    en: ['10 of 20 units'],
    fr: ['10 sur 20 unités'],
    sw: ['10 kati ya vitengo 20'],
  },
  'two ranges, of one of which nothing is known': {
    found: units(range(part('retired', 1, 10)), { serial: '8164-1-10', quantity: 0, parts: [] }),
    tone: 'warn',
    en: ['Only a part is retired', '8164-1-10', 'Nothing in this registry matches'],
    fr: ['Une partie seulement est retirée'],
    sw: ['Ni sehemu tu iliyoondolewa'],
  },
  'a claim, by its number or the hash of its certificate': {
    found: named(item('claim')),
    tone: 'good',
    en: ['The registry has this claim', 'Claim 21242'],
    fr: ['Retrait 21242'],
    sw: ['Dai 21242'],
  },
  'a certificate of which there is a later version': {
    found: named(item('claim', true)),
    tone: 'warn',
    en: ['has replaced this certificate', 'Quantity and serial numbers are the same', 'Claim 21242'],
    fr: ['remplace ce certificat', 'les numéros de série sont les mêmes'],
    sw: ['limechukua nafasi ya cheti hiki', 'nambari za mfululizo ni zilezile'],
  },
  'a lifetime statement, by its code or hash': {
    found: named(item('statement')),
    tone: 'good',
    en: ['The registry issued this statement', 'Lifetime statement of Gazi Bay, as of', '2026'],
    fr: ['Le registre a émis ce relevé', 'Relevé de Gazi Bay depuis l’origine'],
    sw: ['Sajili ilitoa muhtasari huu', 'Muhtasari wa Gazi Bay tangu kujiunga'],
  },
  'the hash of a document': {
    found: named(item('document')),
    tone: 'neutral',
    en: ['which is not a claim', 'The document “Gazi Bay”'],
    fr: ['qui n’est pas un retrait', 'Le document « Gazi Bay »'],
    sw: ['ambayo si dai', 'Hati “Gazi Bay”'],
  },
  'the hash of a movement and a project': {
    found: named(item('transaction'), item('project')),
    tone: 'neutral',
    en: ['which are not claims', 'Public record of a movement', 'Gazi Bay'],
    fr: ['qui ne sont pas des retraits'],
    sw: ['ambazo si madai'],
  },
  nothing: {
    found: named(),
    tone: 'warn',
    en: ['Nothing in this registry matches'],
    fr: ['Rien ne correspond dans ce registre'],
    sw: ['Hakuna kinacholingana katika sajili hii'],
  },
}

test.for(Object.keys(cases).flatMap((name) => languages.map((language) => [name, language] as const)))(
  '%s is said in words and colour (%s)',
  async ([name, language]) => {
    await i18next.changeLanguage(language)
    const { found, tone, [language]: words } = cases[name]!
    const { container } = render(<VerifyResult found={found} />, { wrapper: MemoryRouter })
    const text = container.textContent.replace(/[\u00a0\u202f]/g, ' ')
    for (const each of words) expect(text).toContain(each)
    const colour = { good: 'bg-good-soft', warn: 'bg-warn-soft', neutral: 'bg-raised' }[tone]
    expect([...(container.firstElementChild?.classList ?? [])]).toContain(colour)
    await i18next.changeLanguage('en')
  },
)
