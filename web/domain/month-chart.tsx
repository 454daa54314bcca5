import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import type { Sums } from '#shared/contract/sums.ts'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { axisOf } from '#web/ui/axis.ts'
import { cx } from '#web/ui/cx.ts'
import { useWidth } from '#web/ui/use-width.ts'
import { useMonthRange } from './month-range.tsx'
import { isNamedByYear, ticksOf } from './month-ticks.ts'

interface Series {
  name: string
  /** Of the mark beside the name. */
  look: string
  of: (month: Sums) => number
}

/** The bars of a timeline, with a choice of the range. */
export function MovedByMonth({ months }: { months: readonly Sums[] }) {
  const { shown, picker } = useMonthRange(months)
  return (
    <>
      {picker}
      <MovedBars months={shown} />
    </>
  )
}

/** Monthly bars: issued units above the axis, claimed and burnt units below. */
export function MovedBars({ months }: { months: readonly Sums[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const burnt: Series = { name: t('charts.burnt'), look: 'bg-burnt', of: ({ cancelled }) => cancelled }
  const series: Series[] = [
    { name: t('charts.issued'), look: 'bg-issued', of: ({ issued }) => issued },
    { name: t('charts.claimed'), look: 'bg-retired', of: ({ retired }) => retired },
    ...(months.some(({ cancelled }) => cancelled > 0) ? [burnt] : []),
  ]
  const bars = [
    { className: 'fill-issued', from: ({ issued }: Sums) => issued, to: () => 0 },
    { className: 'fill-retired', from: () => 0, to: ({ retired }: Sums) => -retired },
    {
      className: 'fill-burnt',
      from: ({ retired }: Sums) => -retired,
      to: ({ retired, cancelled }: Sums) => -retired - cancelled,
    },
  ]
  const [first, last] = [months[0], months.at(-1)]
  return (
    <Chart
      label={t('charts.byMonth')}
      months={months}
      series={series}
      period={first && last ? `${format.month(first.key)} – ${format.month(last.key)}` : ''}
      wholeOf={({ of }) => months.reduce((sum, month) => sum + of(month), 0)}
      up={most(months, ({ issued }) => issued)}
      down={most(months, ({ retired, cancelled }) => retired + cancelled)}
    >
      {({ leftOf, barPx, y }) =>
        bars.map(({ className, from, to }) => (
          <path
            key={className}
            className={className}
            d={months
              .map((month, at) => {
                const [high, low] = [from(month), to(month)]
                return high === low ? '' : `M${leftOf(at)},${y(high)}h${barPx}V${y(low)}h${-barPx}Z`
              })
              .join('')}
          />
        ))
      }
    </Chart>
  )
}

/** Units held at each month's end. */
export function HeldByMonth({ months }: { months: readonly Sums[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const heldIn = ({ held }: Sums) => held
  const last = months.at(-1)
  return (
    <Chart
      label={t('charts.heldByMonth')}
      months={months}
      series={[{ name: t('charts.held'), look: 'bg-issued', of: heldIn }]}
      period={last ? format.month(last.key) : ''}
      wholeOf={() => last?.held ?? 0}
      up={most(months, heldIn)}
      down={0}
    >
      {({ startOf, y }) => (
        <path
          className="fill-issued/25 stroke-issued stroke-2"
          d={`M${startOf(0)},${y(0)}${months.map(({ held }, at) => `V${y(held)}H${startOf(at + 1)}`).join('')}V${y(0)}`}
        />
      )}
    </Chart>
  )
}

const heightPx = 200
/** Above the highest line, for its label. */
const headPx = 8
const footPx = 22
const mostBarPx = 24
const letterPx = 7

/** Pixels in the chart. */
interface Scale {
  startOf: (at: number) => number
  /** Of the month's bar. */
  leftOf: (at: number) => number
  barPx: number
  y: (units: number) => number
}

/**
 * Pointer, finger or arrow keys choose a month; its figures then stand above the chart, instead of `wholeOf` each series
 * in the `period`.
 */
function Chart({
  label,
  months,
  series,
  period: wholePeriod,
  wholeOf,
  up,
  down,
  children,
}: {
  label: string
  months: readonly Sums[]
  series: readonly Series[]
  period: string
  wholeOf: (series: Series) => number
  up: number
  down: number
  children: (scale: Scale) => ReactNode
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const frame = useRef<HTMLDivElement>(null)
  const widthPx = useWidth(frame)
  const [chosen, choose] = useState<number | null>(null)
  const latest = months.length - 1
  const at = chosen === null ? null : Math.min(chosen, latest)
  const month = at === null ? undefined : months[at]
  const period = month ? format.month(month.key) : wholePeriod
  const said = series.map((each) => ({ ...each, units: format.quantity(month ? each.of(month) : wholeOf(each)) }))

  const axis = axisOf(up, down)
  const gutterPx = letterPx * Math.max(...axis.lines.map((line) => format.quantity(Math.abs(line)).length)) + 10
  const slotPx = Math.max(0, widthPx - gutterPx) / Math.max(1, months.length)
  const barPx = Math.min(mostBarPx, Math.max(1, slotPx * 0.75))
  const perUnit = (heightPx - headPx) / (axis.top - axis.bottom)
  const scale: Scale = {
    startOf: (index) => gutterPx + slotPx * index,
    leftOf: (index) => gutterPx + slotPx * (index + 0.5) - barPx / 2,
    barPx,
    y: (units) => headPx + (axis.top - units) * perUnit,
  }
  const keys = months.map(({ key }) => key)
  const middleOf = (index: number) => scale.startOf(index + 0.5)

  function point(event: PointerEvent<SVGSVGElement>) {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - gutterPx
    choose(Math.min(Math.max(Math.floor(x / slotPx), 0), latest))
  }

  return (
    <figure>
      <figcaption className="tabular mb-2 min-h-11 text-sm text-ink-soft">
        <span className="block font-medium text-ink">{period}</span>
        <span className="flex flex-wrap gap-x-4">
          {said.map(({ name, look, units }) => (
            <span key={name} className="inline-flex items-center gap-x-1.5">
              <span aria-hidden className={cx('size-3 shrink-0 rounded-sm forced-color-adjust-none', look)} />
              {name} <span className="font-medium text-ink">{units}</span>
            </span>
          ))}
        </span>
      </figcaption>
      <div
        ref={frame}
        className="relative rounded-sm outline-offset-4 outline-accent has-focus-visible:outline-2"
        style={{ minHeight: heightPx + footPx }}
      >
        {widthPx > 0 && (
          <svg
            role="img"
            aria-label={label}
            viewBox={`0 0 ${widthPx} ${heightPx + footPx}`}
            className="block w-full touch-pan-y forced-color-adjust-none print:max-h-48"
            onPointerDown={point}
            onPointerMove={point}
            onPointerLeave={({ pointerType }) => pointerType === 'mouse' && choose(null)}
          >
            {at !== null && (
              <rect
                x={scale.startOf(at)}
                y={headPx}
                width={Math.max(1, slotPx)}
                height={heightPx - headPx}
                className="fill-raised"
              />
            )}
            {axis.lines.map((line) => (
              <g key={line}>
                <line
                  x1={gutterPx}
                  x2={widthPx}
                  y1={scale.y(line)}
                  y2={scale.y(line)}
                  className={line === 0 ? 'stroke-edge' : 'stroke-line'}
                />
                <text x={gutterPx - 6} y={scale.y(line) + 4} textAnchor="end" className="tabular fill-ink-soft text-sm">
                  {format.quantity(Math.abs(line))}
                </text>
              </g>
            ))}
            {children(scale)}
            {at !== null && (
              <line x1={middleOf(at)} x2={middleOf(at)} y1={headPx} y2={heightPx} className="stroke-ink" />
            )}
            {ticksOf(keys, widthPx - gutterPx).map((tick) => (
              <text
                key={tick}
                x={Math.min(middleOf(tick), widthPx - 3 * letterPx)}
                y={heightPx + 16}
                textAnchor="middle"
                className="tabular fill-ink-soft text-sm"
              >
                {isNamedByYear(keys) ? keys[tick]?.slice(0, 4) : format.month(keys[tick] ?? '')}
              </text>
            ))}
          </svg>
        )}
        <input
          type="range"
          className="sr-only"
          min={0}
          max={latest}
          value={at ?? latest}
          aria-label={t('charts.chosenMonth', { chart: label })}
          aria-valuetext={[period, ...said.map(({ name, units }) => t('ui.named', { name, said: units }))].join(', ')}
          onFocus={() => choose(at ?? latest)}
          onBlur={() => choose(null)}
          onChange={(event) => choose(event.target.valueAsNumber)}
        />
      </div>
    </figure>
  )
}

function most(months: readonly Sums[], of: (month: Sums) => number): number {
  return Math.max(0, ...months.map(of))
}
