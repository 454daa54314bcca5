import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Scrolls its content within the height that `className` allows. Keys can scroll it: it takes focus while it overflows. */
export function ScrollBox({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  const box = useRef<HTMLElement>(null)
  const [overflows, setOverflows] = useState(false)
  // After each render, as children may be new.
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() =>
      setOverflows(element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth),
    )
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  })
  return (
    <section ref={box} aria-label={label} tabIndex={overflows ? 0 : undefined} className={`overflow-auto ${className}`}>
      {children}
    </section>
  )
}
