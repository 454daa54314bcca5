import type { ReactNode } from 'react'
import type { Sums } from '#shared/contract/sums.ts'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

/** Monthly bars: issued units above the axis, claimed or burnt units below. */
export function MovedByMonth({ months }: { months: readonly Sums[] }) {
  const { t } = useTranslation()
  const outOfCirculation = (month: Sums) => month.retired + month.cancelled
  const [up, down] = [most(months, (month) => month.issued), most(months, outOfCirculation)]
  return (
    <Chart
      label={t('charts.byMonth')}
      months={months}
      above={<Most name={t('charts.issued')} look="bg-accent-fill" {...up} />}
      below={<Most name={t('charts.gone')} look="bg-ink-faint" {...down} />}
      box={{ top: -up.units, height: up.units + down.units || 1 }}
    >
      <path className="fill-accent-fill" d={barsOf(months, (month) => -month.issued)} />
      <path className="fill-ink-faint" d={barsOf(months, outOfCirculation)} />
      <line x1="0" x2={months.length} y1="0" y2="0" vectorEffect="non-scaling-stroke" className="stroke-edge" />
    </Chart>
  )
}

/** Units held at each month's end. */
export function HeldByMonth({ months }: { months: readonly Sums[] }) {
  const { t } = useTranslation()
  const highest = most(months, (month) => month.held)
  return (
    <Chart
      label={t('charts.heldByMonth')}
      months={months}
      above={<Most name={t('charts.held')} look="bg-accent-fill" {...highest} />}
      box={{ top: -highest.units, height: highest.units || 1 }}
    >
      <path
        className="fill-accent/25 stroke-accent stroke-2"
        vectorEffect="non-scaling-stroke"
        d={`M0,0${months.map((month, at) => `V${-month.held}H${at + 1}`).join('')}V0Z`}
      />
    </Chart>
  )
}

/** A chart with years below; the table after it holds the figures. */
function Chart({
  label,
  months,
  above,
  below,
  box,
  children,
}: {
  label: string
  months: readonly Sums[]
  above: ReactNode
  below?: ReactNode
  box: { top: number; height: number }
  children: ReactNode
}) {
  return (
    <figure>
      <figcaption className="mb-2 text-sm text-ink-soft">{above}</figcaption>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 ${box.top} ${months.length} ${box.height}`}
        preserveAspectRatio="none"
        className="block h-48 w-full overflow-visible sm:h-60"
      >
        {children}
      </svg>
      <div aria-hidden className="tabular mt-1 flex justify-between text-xs text-ink-faint">
        {yearsOf(months).map((year) => (
          <span key={year}>{year}</span>
        ))}
      </div>
      {below && <p className="mt-2 text-sm text-ink-soft">{below}</p>}
    </figure>
  )
}

function Most({ name, look, units, month }: { name: string; look: string; units: number; month: string | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <span className="inline-flex items-baseline gap-x-1.5">
      <span aria-hidden className={`size-3 shrink-0 rounded-sm ${look}`} />
      {month ? t('charts.most', { name, units: format.quantity(units), month: format.month(month) }) : name}
    </span>
  )
}

function most(months: readonly Sums[], of: (month: Sums) => number) {
  const units = Math.max(0, ...months.map(of))
  return { units, month: units > 0 ? months.find((month) => of(month) === units)?.key : undefined }
}

function barsOf(months: readonly Sums[], of: (month: Sums) => number): string {
  return months.map((month, at) => (of(month) === 0 ? '' : `M${at + 0.1},0V${of(month)}h0.8V0Z`)).join('')
}

/** First, middle and last year. */
function yearsOf(months: readonly Sums[]): string[] {
  const at = [0, Math.floor(months.length / 2), months.length - 1]
  return [...new Set(at.map((index) => months[index]?.key.slice(0, 4) ?? ''))]
}
