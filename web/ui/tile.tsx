import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** One figure with its name; a link when `to` says where its details are. */
export function Tile({ label, value, note, to }: { label: string; value: ReactNode; note?: ReactNode; to?: string }) {
  const inside = (
    <>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="tabular mt-1 text-2xl font-semibold tracking-tight break-words">{value}</dd>
      {note && <dd className="mt-1 text-sm text-ink-faint">{note}</dd>}
    </>
  )
  const classes = 'relative block min-w-0 rounded-md border border-line bg-surface p-4 sm:p-5'
  return (
    <div className={to ? `${classes} transition-colors hover:border-edge` : classes}>
      {inside}
      {to && <Link to={to} aria-label={label} className="absolute inset-0 rounded-md" />}
    </div>
  )
}

/** Tiles side by side, as many as fit. */
export function Tiles({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] gap-3 sm:gap-4">{children}</dl>
}
