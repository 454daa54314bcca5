import { ChevronRight } from 'lucide-react'
import { Link } from './link.tsx'

/** The way to a page that stands below others, from above; `label` is the name of the row of links. */
export function Breadcrumbs({ label, links }: { label: string; links: readonly { to: string; text: string }[] }) {
  return (
    <nav aria-label={label}>
      <ol className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
        {links.map(({ to, text }) => (
          <li key={to} className="flex min-w-0 items-center gap-1.5">
            <Link to={to} className="link min-w-0 break-words">
              {text}
            </Link>
            <ChevronRight aria-hidden size={14} className="shrink-0 text-ink-faint" />
          </li>
        ))}
      </ol>
    </nav>
  )
}
