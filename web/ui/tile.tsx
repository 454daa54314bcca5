import type { ReactNode } from 'react'
import { Link } from './link.tsx'

export function Tile({ label, value, note, to }: { label: string; value: ReactNode; note?: ReactNode; to?: string }) {
  return (
    <div
      className={`relative min-w-0 rounded-md border border-line bg-surface p-4 sm:p-5 ${to ? 'transition-colors hover:border-edge' : ''}`}
    >
      <dt className="text-sm text-ink-soft">
        {to ? (
          <Link to={to} className="after:absolute after:inset-0 after:rounded-md">
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className="tabular mt-1 text-xl font-semibold tracking-tight break-words sm:text-2xl">{value}</dd>
      {note && <dd className="mt-1 text-sm text-ink-faint">{note}</dd>}
    </div>
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
