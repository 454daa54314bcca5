import { type ReactNode, useEffect, useRef, useState } from 'react'

/** How long the first screen loads alone. */
const firstLoadMs = 2_000
/** How far the element must be in view (margin and one line). */
const inViewPx = 160

/**
 * Renders its children when visible or after `firstLoadMs`, so that visible content loads first. Reserves space to avoid a
 * layout shift.
 */
export function Deferred({ children }: { children: ReactNode }) {
  const [isTime, setIsTime] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const draw = () => setIsTime(true)
    const timer = setTimeout(draw, firstLoadMs)
    const observer = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && draw(), {
      rootMargin: `0px 0px -${inViewPx}px`,
    })
    if (place.current) observer.observe(place.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [])
  return (
    <div ref={place} className="min-h-dvh">
      {isTime && children}
    </div>
  )
}
