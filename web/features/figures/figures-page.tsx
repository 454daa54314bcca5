import { lazy, Suspense } from 'react'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { readSums, Sums } from '#shared/contract/sums.ts'
import { beneficiaryPath } from '#shared/rules/beneficiary-path.ts'
import { familyOfType } from '#shared/rules/project-facts.ts'
import { FamilyDot } from '#web/domain/family-mark.tsx'
import { type FigureRow, FigureSection } from '#web/domain/figure-section.tsx'
import { figuresOf, MonthsSection, useSumsHeads } from '#web/domain/months-section.tsx'
import { useProjectWords } from '#web/domain/project-words.ts'
import { useFormat } from '#web/lib/format.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type Bar, StackedBars } from '#web/ui/stacked-bars.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'

const BeneficiarySpellings = lazy(async () => ({
  default: (await import('./beneficiary-spellings.tsx')).BeneficiarySpellings,
}))

/** Further rows share one bar. */
const mostBars = 12

export function FiguresPage() {
  const { t } = useTranslation()
  const read = useRead(reading.readSums, { query: { tenantId: site().tenantId }, keep: true })
  return (
    <Page title={t('charts.title')} lead={<p className="max-w-prose print:hidden">{t('charts.lead')}</p>}>
      <Loaded
        from={read}
        rows={8}
        isEmpty={({ months }) => months.length === 0}
        empty={<Empty text={t('charts.empty')} />}
      >
        {(sums) => <Charts sums={sums} />}
      </Loaded>
    </Page>
  )
}

function Charts({ sums }: { sums: ReplyOf<typeof readSums> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useProjectWords()
  const session = useSession()
  const { asOf, beneficiaries } = sums
  const heads = useSumsHeads()
  const rowsOf = (of: readonly Sums[], nameOf: (key: string) => string): FigureRow[] =>
    of.map((each) => ({
      key: each.key,
      name: each.key === '' ? t('charts.notSaid') : nameOf(each.key),
      figures: figuresOf(each),
    }))
  const byWhat = [
    {
      title: t('charts.byVintage'),
      head: t('charts.vintage'),
      file: 'vintages',
      rows: rowsOf(sums.vintages, String),
      word: 'vintage' as const,
    },
    {
      title: t('charts.byType'),
      head: t('charts.type'),
      file: 'types',
      rows: rowsOf(sums.types, words.type).map((row) => ({
        ...row,
        mark: <FamilyDot family={familyOfType(row.key)} className="mr-2 align-[-0.125em]" />,
      })),
    },
    {
      title: t('charts.byCountry'),
      head: t('charts.country'),
      file: 'countries',
      rows: rowsOf(sums.countries, format.country),
    },
  ]
  return (
    <>
      <div className="print:[zoom:0.55]">
        <p className="mb-8 text-sm text-ink-soft">
          {t('charts.counted', { time: format.time(asOf), number: sums.sequence })}
        </p>
        <MonthsSection sums={sums} hasHeld />
        <div className="mt-10 grid gap-10 xl:grid-cols-2 print:mt-4 print:grid-cols-2 print:gap-4">
          {byWhat.map(({ title, head, file, rows, word }) => (
            <div key={file} className="min-w-0 break-inside-avoid">
              <FigureSection title={title} word={word} file={file} heads={[head, ...heads]} rows={rows} asOf={asOf}>
                <StackedBars
                  label={title}
                  series={[t('charts.held'), t('charts.claimed'), t('charts.burnt')]}
                  bars={barsOf(file === 'vintages' ? rows.toReversed() : rows, t('charts.others'))}
                  format={format.quantity}
                />
              </FigureSection>
            </div>
          ))}
          <div className="min-w-0 break-inside-avoid">
            <FigureSection
              title={t('charts.beneficiaries')}
              file="beneficiaries"
              heads={[t('charts.beneficiary'), t('charts.claimed'), t('charts.claims')]}
              rows={beneficiaries.map(({ name, units, claims }) => ({
                key: name,
                name,
                path: beneficiaryPath(name),
                figures: [units, claims],
              }))}
              asOf={asOf}
            >
              <StackedBars
                label={t('charts.beneficiaries')}
                series={[t('charts.claimed')]}
                looks={['bg-retired']}
                bars={beneficiaries.slice(0, mostBars).map(({ name, units }) => ({ label: name, values: [units] }))}
                format={format.quantity}
              />
            </FigureSection>
          </div>
        </div>
      </div>
      {session?.may('tenant.administer') && (
        <div className="mt-10 print:hidden">
          <Suspense fallback={<Skeleton rows={4} />}>
            <BeneficiarySpellings />
          </Suspense>
        </div>
      )}
    </>
  )
}

/** Returns bars of held, claimed and burnt units; rows beyond `mostBars` share the last one. */
function barsOf(rows: readonly FigureRow[], others: string): Bar[] {
  const valuesOf = ({ figures: [, claimed = 0, burnt = 0, held = 0] }: FigureRow) => [held, claimed, burnt]
  const drawn = rows.slice(0, mostBars).map((row) => ({ label: row.name, mark: row.mark, values: valuesOf(row) }))
  const rest = rows.slice(mostBars).map(valuesOf)
  if (rest.length === 0) return drawn
  const sumOf = (index: number) => rest.reduce((sum, values) => sum + (values[index] ?? 0), 0)
  return [...drawn, { label: others, values: [sumOf(0), sumOf(1), sumOf(2)] }]
}
