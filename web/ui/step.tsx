import { type ReactNode, useEffect, useRef } from 'react'

/**
 * One step of a dialog. It takes focus when it replaces another step, so that screen readers and the Tab key continue
 * there.
 */
export function Step({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className="focus-visible:outline-none">
      {children}
    </div>
  )
}
