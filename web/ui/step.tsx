import { type ReactNode, useEffect, useRef } from 'react'

/** One step of a dialog: takes focus when it replaces the one before, so that reading and the Tab key go on there. */
export function Step({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className="focus-visible:outline-none">
      {children}
    </div>
  )
}
