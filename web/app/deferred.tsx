import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useIsWide } from '#web/lib/use-is-wide.ts'

/** How long the first screen of a wide window loads alone. */
const firstLoadMs = 2_000

/** Renders its children when they come into view, on wide screens also a while after the first screen. */
export function Deferred({ className, children }: { className: string; children: ReactNode }) {
  const [isTime, setIsTime] = useState(false)
  const isWide = useIsWide()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const draw = () => setIsTime(true)
    const timer = isWide ? setTimeout(draw, firstLoadMs) : undefined
    const observer = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && draw())
    if (place.current) observer.observe(place.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [isWide])
  return (
    <div ref={place} className={className}>
      {isTime && children}
    </div>
  )
}
