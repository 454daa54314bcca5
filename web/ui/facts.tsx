import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-8 sm:grid-cols-2">{children}</dl>
}

/** Renders nothing when the value is null, undefined, false or ''. */
export function Fact({
  label,
  children,
  wide = false,
  figure = false,
}: {
  label: ReactNode
  children: ReactNode
  wide?: boolean
  figure?: boolean
}) {
  if (children === null || children === undefined || children === false || children === '') return null
  return (
    <div className={cx('min-w-0 border-b border-line py-3', wide && 'sm:col-span-2')}>
      <dt className="text-sm text-ink-faint">{label}</dt>
      <dd className={cx('mt-0.5 break-words whitespace-pre-line', figure && 'tabular')}>{children}</dd>
    </div>
  )
}
