import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import type { ToastCard, ToastMessage } from './toast-card.tsx'
import { usePart } from './use-part.ts'

const atMost = 4
let messages: readonly ToastMessage[] = []
let nextId = 1
const listeners = new Set<() => void>()

function show(next: readonly ToastMessage[]): void {
  messages = next
  for (const listener of listeners) listener()
}

/** Shows a message for 8 s, or for the time of its undo. Callable from anywhere. Returns a function that closes it. */
export function toast(message: Omit<ToastMessage, 'id'>): () => void {
  const added = { ...message, id: nextId++ }
  const all = [...messages, added]
  for (const pushedOut of all.slice(0, -atMost)) pushedOut.undo?.end()
  show(all.slice(-atMost))
  return () => close(added)
}

function close({ id }: ToastMessage): void {
  show(messages.filter((other) => other.id !== id))
}

function end(message: ToastMessage): void {
  close(message)
  message.undo?.end()
}

const loadCard = () => import('./toast-card.tsx')

const shownMs = 8000

/**
 * Renders all toasts; used once. Hover and focus keep toasts open. If the card's code cannot load, for example offline,
 * shows plain text.
 */
export function Toasts() {
  const { t } = useTranslation()
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => messages,
  )
  const [held, setHeld] = useState(false)
  const { part, hasFailed, fetch } = usePart(loadCard)
  const newest = shown.at(-1)?.id
  const fetchCard = useEffectEvent(() => {
    if (part === null) void fetch()
  })
  useEffect(() => {
    if (newest !== undefined) fetchCard()
  }, [newest])
  return (
    <section
      aria-label={t('frame.messages')}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex flex-col items-start gap-2 p-4"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {(part || hasFailed) &&
        shown.map((message) => (
          <Shown
            key={message.id}
            message={message}
            held={held}
            takesKeys={message === shown.findLast(({ undo }) => undo)}
            Card={part?.ToastCard}
          />
        ))}
    </section>
  )
}

/** Closes after its time, unless `held`. */
function Shown({
  message,
  held,
  takesKeys,
  Card,
}: {
  message: ToastMessage
  held: boolean
  takesKeys: boolean
  Card: typeof ToastCard | undefined
}) {
  const { t } = useTranslation()
  useEffect(() => {
    if (held) return
    const timer = setTimeout(end, message.undo?.lastsMs ?? shownMs, message)
    return () => clearTimeout(timer)
  }, [held, message])
  const onClose = () => end(message)
  const onUndo = () => {
    close(message)
    message.undo?.act()
  }
  if (Card) return <Card message={message} held={held} takesKeys={takesKeys} onClose={onClose} onUndo={onUndo} />
  return (
    <p className="pointer-events-auto rounded-md border border-line bg-raised px-4 py-3">
      {message.text}{' '}
      {message.undo && (
        <button type="button" className="link" onClick={onUndo}>
          {message.undo.label}
        </button>
      )}{' '}
      <button type="button" className="link" onClick={onClose}>
        {message.undo?.now ?? t('frame.close')}
      </button>
    </p>
  )
}
