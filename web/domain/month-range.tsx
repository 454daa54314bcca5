import { Check } from 'lucide-react'
import type { Sums } from '#shared/contract/sums.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'

const monthsOf = { '1y': 12, '5y': 60, all: Number.POSITIVE_INFINITY } as const
type Range = keyof typeof monthsOf
const ranges: readonly Range[] = ['1y', '5y', 'all']

/** The chosen last months, as the address says, and the buttons to choose. */
export function useMonthRange(months: readonly Sums[]) {
  const [chosen, choose] = useUrlState('range', 'all')
  const offered = ranges.filter((range) => range === 'all' || monthsOf[range] < months.length)
  const range = offered.find((each) => each === chosen) ?? 'all'
  return {
    shown: months.slice(-monthsOf[range]),
    picker: offered.length > 1 && <RangePicker offered={offered} range={range} onChoose={choose} />,
  }
}

function RangePicker({
  offered,
  range,
  onChoose,
}: {
  offered: readonly Range[]
  range: Range
  onChoose: (range: Range) => void
}) {
  const { t } = useTranslation()
  return (
    <fieldset className="mb-3 flex gap-1 print:hidden">
      <legend className="sr-only">{t('charts.range')}</legend>
      {offered.map((each) => (
        <Button
          key={each}
          size="small"
          tone={each === range ? 'plain' : 'quiet'}
          icon={each === range && <Check aria-hidden size={14} />}
          aria-pressed={each === range}
          onClick={() => onChoose(each)}
        >
          {t(`charts.ranges.${each}`)}
        </Button>
      ))}
    </fieldset>
  )
}
