import { CircleCheck, CircleDashed, CircleX, Clock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Tone = 'neutral' | 'good' | 'waiting' | 'warn' | 'bad'

const looks: Record<Tone, { classes: string; Icon: typeof Clock }> = {
  neutral: { classes: 'bg-raised text-ink-soft', Icon: CircleDashed },
  good: { classes: 'bg-good-soft text-good', Icon: CircleCheck },
  waiting: { classes: 'bg-warn-soft text-warn', Icon: Clock },
  warn: { classes: 'bg-warn-soft text-warn', Icon: TriangleAlert },
  bad: { classes: 'bg-bad-soft text-bad', Icon: CircleX },
}

/** A status; the icon makes it readable without colour. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  const { classes, Icon } = looks[tone]
  return (
    <span
      className={cx(
        'inline-flex items-baseline gap-1.5 rounded-md px-2 py-0.5 text-sm font-medium whitespace-nowrap',
        classes,
      )}
    >
      <Icon aria-hidden size={14} className="shrink-0 self-center" />
      {children}
    </span>
  )
}

export function Notice({ tone, title, children }: { tone: Tone; title?: ReactNode; children?: ReactNode }) {
  const { classes, Icon } = looks[tone]
  return (
    <div className={cx('flex items-start gap-3 rounded-md p-4', classes)}>
      <Icon aria-hidden size={18} className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className={title ? 'mt-1' : undefined}>{children}</div>}
      </div>
    </div>
  )
}
