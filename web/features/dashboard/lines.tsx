import type { ReactNode } from 'react'
import { Link } from '#web/ui/link.tsx'

/** A list of few lines. */
export function Lines({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line rounded-md border border-line bg-surface">{children}</ul>
}

export function Line({ to, words, note, figure }: { to: string; words: string; note: ReactNode; figure: string }) {
  return (
    <li>
      <Link to={to} className="flex items-center gap-4 px-4 py-3 hover:bg-raised">
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{words}</span>
          <span className="block truncate text-sm text-ink-faint">{note}</span>
        </span>
        <span className="tabular shrink-0">{figure}</span>
      </Link>
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
