import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { cx } from './cx.ts'
import { VisuallyHidden } from './hidden.tsx'

export interface Step {
  id: string
  label: string
  state: 'done' | 'now' | 'ahead'
  note?: ReactNode
}

export function Stepper({ label, steps }: { label: string; steps: readonly Step[] }) {
  const { t } = useTranslation()
  return (
    <ol aria-label={label} className="flex flex-col gap-3 sm:flex-row sm:gap-0">
      {steps.map((step, index) => (
        <li
          key={step.id}
          aria-current={step.state === 'now' ? 'step' : undefined}
          className="relative flex flex-1 items-start gap-3 sm:flex-col sm:gap-2"
        >
          {index > 0 && (
            <span
              aria-hidden
              className={cx(
                'absolute top-3.5 right-1/2 hidden h-px w-full sm:right-auto sm:-left-full sm:ml-7 sm:block sm:w-[calc(100%-1.75rem)]',
                step.state === 'ahead' ? 'bg-line' : 'bg-ink',
              )}
            />
          )}
          <span
            aria-hidden
            className={cx(
              'tabular relative flex size-7 shrink-0 items-center justify-center rounded-full border text-sm font-medium',
              step.state === 'done' && 'border-ink bg-ground text-ink',
              step.state === 'now' && 'border-transparent bg-ink text-ground forced-color-adjust-none',
              step.state === 'ahead' && 'border-edge bg-ground text-ink-faint',
            )}
          >
            {step.state === 'done' ? <Check size={15} /> : index + 1}
          </span>
          <span className="min-w-0 pt-0.5 sm:pt-0 sm:pr-3">
            <span className={step.state === 'now' ? 'font-semibold' : 'text-ink-soft'}>{step.label}</span>
            <VisuallyHidden> {t(`ui.step.${step.state}`)}</VisuallyHidden>
            {step.note && <span className="block text-sm text-ink-faint">{step.note}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
