import { type ReactNode, useEffect, useRef } from 'react'
import { focusPageTitle } from './page.tsx'

/**
 * The browser's own modal window. Focus starts at its first field or at the element marked `data-start`, stays inside,
 * and afterwards goes back to where it was, or to the page's title if that element is gone. The window closes on Escape
 * and on a press outside. `labelledBy` is the id of its heading.
 */
export function Modal({
  labelledBy,
  className,
  locked = false,
  onClose,
  children,
}: {
  labelledBy: string
  className: string
  /** While true it does not close. */
  locked?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const window = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opened = window.current
    const before = document.activeElement
    opened?.showModal()
    opened?.querySelector<HTMLElement>('input, select, textarea, [data-start]')?.focus()
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
