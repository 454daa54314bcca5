import { useTranslation } from '#web/texts/use-translation.ts'
import { VisuallyHidden } from './hidden.tsx'

export interface Bar {
  label: string
  /** One per series. */
  values: readonly number[]
}

/** Differ in brightness and border, not only in hue. */
const looks = ['bg-accent-fill', 'bg-ink-faint', 'border border-edge bg-raised']

export function StackedBars({
  label,
  series,
  bars,
  format,
}: {
  label: string
  series: readonly string[]
  bars: readonly Bar[]
  format: (value: number) => string
}) {
  const { t } = useTranslation()
  const largest = Math.max(1, ...bars.map(({ values }) => sum(values)))
  const used = series.map((_, index) => bars.some(({ values }) => (values[index] ?? 0) > 0))
  return (
    <figure>
      <figcaption className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
        <VisuallyHidden>{label}</VisuallyHidden>
        {series.map(
          (name, index) =>
            used[index] && (
              <span key={name} className="inline-flex items-center gap-1.5">
                <span aria-hidden className={`size-3 rounded-sm ${looks[index]}`} />
                {name}
              </span>
            ),
        )}
      </figcaption>
      <ul className="flex flex-col gap-3">
        {bars.map((bar) => (
          <li key={bar.label}>
            <div className="mb-1 flex justify-between gap-4 text-sm">
              <span className="tabular min-w-0 font-medium wrap-anywhere">{bar.label}</span>
              <span className="tabular text-ink-soft">{format(sum(bar.values))}</span>
            </div>
            <div className="flex h-3 gap-px overflow-hidden rounded-sm">
              {series.map((name, index) => {
                const value = bar.values[index] ?? 0
                if (value === 0) return null
                const text = t('ui.named', { name, said: format(value) })
                return (
                  <div
                    key={name}
                    title={text}
                    className={looks[index]}
                    style={{ width: `${Math.max(0.5, (value / largest) * 100)}%` }}
                  >
                    <VisuallyHidden>{text}</VisuallyHidden>
                  </div>
                )
              })}
            </div>
          </li>
        ))}
      </ul>
    </figure>
  )
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
