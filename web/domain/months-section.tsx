import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { readSums, Sums } from '#shared/contract/sums.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { everyMonth } from './every-month.ts'
import { FigureSection } from './figure-section.tsx'
import { HeldByMonth, MovedBars } from './month-chart.tsx'
import { useMonthRange } from './month-range.tsx'

/** The registry's months in the chosen range; `hasHeld` adds what was held. */
export function MonthsSection({
  sums: { months, asOf },
  hasHeld = false,
}: {
  sums: ReplyOf<typeof readSums>
  hasHeld?: boolean
}) {
  const { t } = useTranslation()
  const heads = useSumsHeads()
  const { shown, picker } = useMonthRange(everyMonth(months, asOf.slice(0, 7)))
  return (
    <FigureSection
      title={t('charts.byMonth')}
      file="months"
      heads={[t('charts.month'), ...heads]}
      rows={shown.map((month) => ({ key: month.key, name: month.key, figures: figuresOf(month) })).toReversed()}
      asOf={asOf}
    >
      {picker}
      <div className="grid gap-8 print:gap-2">
        <MovedBars months={shown} />
        {hasHeld && <HeldByMonth months={shown} />}
      </div>
    </FigureSection>
  )
}

/** The heads of `figuresOf`. */
export function useSumsHeads(): string[] {
  const { t } = useTranslation()
  return [t('charts.issued'), t('charts.claimed'), t('charts.burnt'), t('charts.held')]
}

export function figuresOf({ issued, retired, cancelled, held }: Sums): number[] {
  return [issued, retired, cancelled, held]
}
