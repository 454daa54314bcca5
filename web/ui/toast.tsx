import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'

export interface ToastMessage {
  id: number
  tone: 'good' | 'bad'
  text: string
  link?: { to: string; label: string }
}

const atMost = 4
let messages: readonly ToastMessage[] = []
let nextId = 1
const listeners = new Set<() => void>()

function show(next: readonly ToastMessage[]): void {
  messages = next
  for (const tell of listeners) tell()
}

/** Shows a message for 8 s, with an optional link. Can be called from anywhere. */
export function toast(message: Omit<ToastMessage, 'id'>): void {
  show([...messages, { ...message, id: nextId++ }].slice(-atMost))
}

/** Removes a message. */
function close({ id }: ToastMessage): void {
  show(messages.filter((other) => other.id !== id))
}

const ToastCard = lazy(async () => ({ default: (await import('./toast-card.tsx')).ToastCard }))

/** Shows the toasts; used once, in the layout. They do not disappear while one is pointed at or has focus. */
export function Toasts() {
  const { t } = useTranslation()
  const shown = useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => messages,
  )
  const [held, setHeld] = useState(false)
  return (
    <section
      aria-label={t('ui.messages')}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex flex-col items-start gap-2 p-4"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Suspense>
        {shown.map((message) => (
          <ToastCard key={message.id} message={message} held={held} onClose={() => close(message)} />
        ))}
      </Suspense>
    </section>
  )
}
