import { type ReactNode, useEffect, useRef } from 'react'
import { focusPageTitle } from './page.tsx'

/**
 * A native modal dialog, closed by Escape or a press outside. Focus starts at the first field or at `data-start`, else
 * at the title, so that screen readers read on from there; on close it returns to the previous element, or to the page
 * title if that element is gone.
 */
export function Modal({
  labelledBy,
  describedBy,
  className,
  locked = false,
  onClose,
  children,
}: {
  labelledBy: string
  describedBy?: string | undefined
  className: string
  locked?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const window = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opened = window.current
    const before = document.activeElement
    opened?.showModal()
    const first = (selector: string) => opened?.querySelector<HTMLElement>(selector)
    const start = first('input, select, textarea, [data-start]') ?? first('h2')
    start?.focus()
    return () => {
      opened?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
      else focusPageTitle()
    }
  }, [])
  return (
    <dialog
      ref={window}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      className={className}
      onCancel={(event) => {
        event.preventDefault()
        if (!locked) onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === window.current && !locked) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
