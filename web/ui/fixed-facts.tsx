import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Facts } from './facts.tsx'

/** Facts where a form would have fields, and why they cannot be changed here. */
export function FixedFacts({ why, children }: { why: string; children: ReactNode }) {
  return (
    <div>
      <Facts>{children}</Facts>
      <p className="mt-2 flex items-start gap-2 text-sm text-ink-soft">
        <Lock aria-hidden size={15} className="mt-0.5 shrink-0" />
        {why}
      </p>
    </div>
  )
}
