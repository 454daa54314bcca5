import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Link } from './link.tsx'

/** Within a `dl`. With `to` the whole is a link. */
interface FigureProps {
  label: string
  value: ReactNode
  note?: ReactNode
  to?: string
}

export function Figure(figure: FigureProps) {
  return (
    <div className="relative min-w-0">
      <Parts of={figure} size="sm:text-figure" />
    </div>
  )
}

/** A framed figure. */
export function Tile(figure: FigureProps) {
  return (
    <div
      className={cx(
        '@container relative min-w-0 rounded-md border border-line bg-surface p-4 sm:p-5',
        figure.to && 'transition-colors hover:border-edge',
      )}
    >
      <Parts of={figure} size="mt-1 sm:@[9rem]:text-figure" />
    </div>
  )
}

function Parts({ of: { label, value, note, to }, size }: { of: FigureProps; size: string }) {
  return (
    <>
      <dt className="text-sm text-ink-soft">
        {to ? (
          <Link to={to} className="row-link hover:underline">
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className={cx('tabular text-lg font-semibold tracking-tight break-words', size)}>{value}</dd>
      {note && <dd className="mt-1 text-sm text-ink-faint">{note}</dd>}
    </>
  )
}

/** `isNarrow`: two in a row, for a side column. */
export function Tiles({ isNarrow = false, children }: { isNarrow?: boolean; children: ReactNode }) {
  return (
    <dl
      className={
        isNarrow
          ? 'grid grid-cols-2 gap-3 [&>:last-child:nth-child(odd)]:col-span-2'
          : 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-3 sm:grid-cols-[repeat(auto-fit,minmax(11.5rem,1fr))] sm:gap-4'
      }
    >
      {children}
    </dl>
  )
}
