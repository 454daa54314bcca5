import type { readBeneficiary } from '#shared/contract/beneficiaries.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import { useFormat } from '#web/lib/format.ts'
import { useWords } from '#web/lib/words.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Section } from '#web/ui/page.tsx'
import { StackedBars } from '#web/ui/stacked-bars.tsx'
import { Tile, Tiles } from '#web/ui/tile.tsx'

/** What was retired for one organisation: totals, years, and the spellings of its name. */
export function BeneficiarySums({
  of: { name, units, claims, years, spellings },
}: {
  of: ReplyOf<typeof readBeneficiary>
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { assetNamePlural } = useWords()
  const [newest, oldest] = [years[0]?.year, years.at(-1)?.year]
  const others = spellings.filter((spelling) => spelling.name !== name)
  return (
    <div className="mb-8">
      <Tiles>
        <Tile label={t('beneficiary.units')} value={format.quantity(units)} note={assetNamePlural} />
        <Tile label={t('beneficiary.claims')} value={format.quantity(claims)} />
        <Tile label={t('beneficiary.years')} value={newest === oldest ? newest : `${oldest}–${newest}`} />
      </Tiles>
      {others.length > 0 && (
        <p className="mt-4 max-w-prose text-sm text-ink-soft">
          {t('beneficiary.spellings', { names: others.map((spelling) => spelling.name).join(' · ') })}
        </p>
      )}
      {years.length > 1 && (
        <Section title={t('beneficiary.byYear')}>
          <div className="max-w-2xl">
            <StackedBars
              label={t('beneficiary.byYear')}
              series={[t('beneficiary.units')]}
              bars={years.map((year) => ({ label: String(year.year), values: [year.units] }))}
              format={format.quantity}
            />
          </div>
        </Section>
      )}
    </div>
  )
}
