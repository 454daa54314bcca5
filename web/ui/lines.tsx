import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Link } from './link.tsx'

/** A list without a head, ruled like a table; `columns` is a class with the columns that the lines share. */
export function Lines({ label, columns, children }: { label?: string; columns?: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className={cx('divide-y divide-line border-y border-line', columns)}>
      {children}
    </ul>
  )
}

/** One line of 40 pixels, a link as a whole; two on phones. */
export function Line({
  to,
  words,
  note,
  aside,
  figure,
}: {
  to: string
  words: string
  note?: ReactNode
  aside?: ReactNode
  figure?: ReactNode
}) {
  return (
    <li className="row grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2 md:flex md:min-h-10 md:py-0">
      <Link to={to} className="row-link min-w-0 font-medium wrap-anywhere md:truncate">
        {words}
      </Link>
      <span className="tabular text-right md:order-last md:shrink-0">{figure}</span>
      <span className="min-w-0 truncate text-sm text-ink-faint">{note}</span>
      <span className="tabular text-right text-sm whitespace-nowrap text-ink-faint md:ml-auto">{aside}</span>
    </li>
  )
}

/** Leads from a section to its whole list. */
export function More({ to, text }: { to: string; text: string }) {
  return (
    <Link to={to} className="link">
      {text}
    </Link>
  )
}
