import { type ReactNode, useEffect, useRef, useState } from 'react'

/** So long the first screen has for itself, in milliseconds. */
const restMs = 2_000
/** What is less in view, its margin and a first line, is not missed for as long. */
const inViewPx = 160

/**
 * Draws what is further down a page when it comes into view, or when its first screen has been at rest for a while: what is seen
 * first loads first. It keeps a window's height free, so that nothing below it is seen to move.
 */
export function Afterwards({ children }: { children: ReactNode }) {
  const [isTime, setIsTime] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const draw = () => setIsTime(true)
    const timer = setTimeout(draw, restMs)
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
