import { type ReactNode, useEffect, useRef } from 'react'

/** Takes focus on mount, so that screen readers say its name and Tab continues here. */
export function Step({ label, children }: { label: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and a preview has none
    <div ref={place} role="group" aria-label={label} tabIndex={-1} className="focus-visible:outline-none">
      {children}
    </div>
  )
}
