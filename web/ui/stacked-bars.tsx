import type { ReactNode } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { axisOf } from './axis.ts'
import { cx } from './cx.ts'
import { VisuallyHidden } from './hidden.tsx'

export interface Bar {
  label: string
  /** Stands before the label. */
  mark?: ReactNode
  /** One per series. */
  values: readonly number[]
}

/** Of held, claimed and burnt units. */
const usualLooks = ['bg-issued', 'bg-retired', 'bg-burnt']

/** Horizontal bars on one axis: a bar is as long as its value, whatever the others are. */
export function StackedBars({
  label,
  series,
  looks = usualLooks,
  bars,
  format,
}: {
  label: string
  series: readonly string[]
  looks?: readonly string[]
  bars: readonly Bar[]
  format: (value: number) => string
}) {
  const { t } = useTranslation()
  const { top, lines } = axisOf(Math.max(0, ...bars.map(({ values }) => sum(values))), 0)
  const used = series.map((_, index) => bars.some(({ values }) => (values[index] ?? 0) > 0))
  return (
    <figure>
      <figcaption className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
        <VisuallyHidden>{label}</VisuallyHidden>
        {series.map(
          (name, index) =>
            used[index] && (
              <span key={name} className="inline-flex items-center gap-1.5">
                <span aria-hidden className={cx('size-3 rounded-sm forced-color-adjust-none', looks[index])} />
                {name}
              </span>
            ),
        )}
      </figcaption>
      <div className="relative isolate">
        <div aria-hidden className="absolute inset-0 -z-10 flex justify-between print:left-48">
          {lines.map((line) => (
            <span key={line} className="w-px bg-line forced-color-adjust-none" />
          ))}
        </div>
        <ul className="flex flex-col gap-2 print:gap-1">
          {bars.map((bar) => (
            <li key={bar.label} className="print:grid print:grid-cols-[12rem_1fr] print:items-center">
              <div className="flex justify-between gap-4 pr-2 text-sm">
                <span className="tabular min-w-0 bg-ground font-medium wrap-anywhere">
                  {bar.mark}
                  {bar.label}
                </span>
                <span className="tabular text-ink-soft">{format(sum(bar.values))}</span>
              </div>
              <div className="flex h-3">
                {series.map((name, index) => {
                  const value = bar.values[index] ?? 0
                  if (value === 0) return null
                  const text = t('ui.named', { name, said: format(value) })
                  return (
                    <div
                      key={name}
                      title={text}
                      className={cx('min-w-px shrink-0 forced-color-adjust-none', looks[index])}
                      style={{ width: `${(value / top) * 100}%` }}
                    >
                      <VisuallyHidden>{text}</VisuallyHidden>
                    </div>
                  )
                })}
              </div>
            </li>
          ))}
        </ul>
      </div>
      <div
        aria-hidden
        className="tabular mt-1 grid grid-cols-[1fr_auto_1fr] text-sm text-ink-soft *:last:text-right print:ml-48"
      >
        {lines.toReversed().map((line) => (
          <span key={line}>{format(line)}</span>
        ))}
      </div>
    </figure>
  )
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
