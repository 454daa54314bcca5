import { type ReactNode, useEffect, useRef } from 'react'

/** Takes focus on mount, so that screen readers and Tab continue here. */
export function Step({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className="focus-visible:outline-none">
      {children}
    </div>
  )
}
