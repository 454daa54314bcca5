import { ChevronRight } from 'lucide-react'
import { Link } from './link.tsx'

/** Links to the parent pages, topmost first. */
export function Breadcrumbs({ label, links }: { label: string; links: readonly { to: string; text: string }[] }) {
  return (
    <nav aria-label={label}>
      <ol>
        {links.map(({ to, text }, index) => (
          <li key={to} className="inline">
            <Link to={to} className="link break-words">
              {text}
            </Link>
            {index < links.length - 1 && (
              <ChevronRight aria-hidden size={14} className="mx-1.5 inline-block align-[-0.15em] text-ink-faint" />
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
