import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { Link } from './link.tsx'

/** Within a `dl`. With `to` the whole is a link. */
export interface FigureProps {
  label: string
  value: ReactNode
  note?: ReactNode
  to?: string
}

export function Figure(figure: FigureProps) {
  return (
    <div className="relative min-w-0">
      <FigureParts of={figure} size="sm:text-figure" />
    </div>
  )
}

/** The note belongs to the link's name: the menu has links of the same labels. */
export function FigureParts({ of: { label, value, note, to }, size }: { of: FigureProps; size: string }) {
  const id = useId()
  return (
    <>
      <dt className="text-sm text-ink-soft">
        {to ? (
          <Link
            to={to}
            id={id}
            aria-labelledby={note ? `${id} ${id}-note` : undefined}
            className="row-link hover:underline"
          >
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className={cx('tabular text-lg font-semibold tracking-tight break-words', size)}>{value}</dd>
      {note && (
        <dd id={`${id}-note`} className="mt-1 text-sm text-ink-faint">
          {note}
        </dd>
      )}
    </>
  )
}
