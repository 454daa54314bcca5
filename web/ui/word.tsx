import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import type { GlossaryWord } from './glossary-word.ts'
import { usePart } from './use-part.ts'

/** Time for the pointer to reach the card. */
const leaveMs = 200

/** A word of the glossary. Hover, focus or a press shows its sentence. Explain a word once a page. */
export function Word({ of, children }: { of: GlossaryWord; children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const card = useId()
  const [isOpen, setOpen] = useState(false)
  const { part, fetch } = usePart(() => import('./word-card.tsx'))
  function open() {
    clearTimeout(timer.current)
    setOpen(true)
    if (!part) void fetch()
  }
  function close() {
    clearTimeout(timer.current)
    setOpen(false)
  }
  function leave() {
    timer.current = setTimeout(() => document.activeElement !== button.current && setOpen(false), leaveMs)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-describedby={isOpen && part ? card : undefined}
        className="cursor-help rounded-sm text-left underline decoration-edge decoration-dotted underline-offset-4 print:no-underline"
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && open()}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && leave()}
        onFocus={open}
        onBlur={close}
        onClick={open}
      >
        {children}
      </button>
      {isOpen && part && (
        <Suspense>
          <part.WordCard of={of} id={card} button={button} onClose={close} onEnter={open} onLeave={leave} />
        </Suspense>
      )}
    </>
  )
}
