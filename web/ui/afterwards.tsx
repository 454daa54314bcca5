import { type ReactNode, useEffect, useState } from 'react'

/** So long the first screen has for itself, in milliseconds. */
const restMs = 2_000

/**
 * Draws what is further down a page when it is scrolled, or when its first screen has been at rest for a while: what is seen first
 * loads first. It keeps a window's height free, so that nothing below it is seen to move.
 */
export function Afterwards({ children }: { children: ReactNode }) {
  const [isTime, setIsTime] = useState(false)
  useEffect(() => {
    const draw = () => setIsTime(true)
    const timer = setTimeout(draw, restMs)
    window.addEventListener('scroll', draw, { once: true, passive: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', draw)
    }
  }, [])
  return <div className="min-h-dvh">{isTime && children}</div>
}
