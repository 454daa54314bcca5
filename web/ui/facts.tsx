import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** Names and values, in two columns where there is room. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-8 sm:grid-cols-2">{children}</dl>
}

/** One name and its value; nothing when the value is null, undefined, false or ''. */
export function Fact({
  label,
  children,
  wide = false,
  figure = false,
}: {
  label: string
  children: ReactNode
  wide?: boolean
  /** Whether the value is shown in digits of equal width. */
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
