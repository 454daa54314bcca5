import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Draws what is further down a page once its place is in the upper three quarters of the window, so that what is seen first loads first. */
export function WhenNear({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && setIsNear(true), {
      rootMargin: '0px 0px -25%',
    })
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [])
  return (
    <div ref={place} className="min-h-dvh">
      {isNear && children}
    </div>
  )
}
