import { type RefObject, useEffect, useState } from 'react'

/** The element's width; 0 until measured. */
export function useWidth(of: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(0)
  useEffect(() => {
    const element = of.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidthPx(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [of])
  return widthPx
}
