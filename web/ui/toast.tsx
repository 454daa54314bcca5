import { CircleCheck, CircleX, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from '#web/lib/use-translation.ts'
import { IconButton } from './button.tsx'
import { Link } from './link.tsx'

interface ToastMessage {
  id: number
  tone: 'good' | 'bad'
  text: string
  link?: { to: string; label: string }
}

const shownMs = 8000
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
      {shown.map((message) => (
        <ToastCard key={message.id} message={message} held={held} />
      ))}
    </section>
  )
}

function ToastCard({ message, held }: { message: ToastMessage; held: boolean }) {
  const { t } = useTranslation()
  const close = () => show(messages.filter((other) => other.id !== message.id))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `close` only depends on the message's id
  useEffect(() => {
    if (held) return
    const timer = setTimeout(close, shownMs)
    return () => clearTimeout(timer)
  }, [held, message.id])
  const Sign = message.tone === 'good' ? CircleCheck : CircleX
  return (
    <div className="pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded-md border border-line bg-surface py-2 pr-2 pl-4 shadow-lift">
      <Sign aria-hidden size={18} className={`mt-2.5 shrink-0 ${message.tone === 'good' ? 'text-good' : 'text-bad'}`} />
      <div className="min-w-0 grow py-2">
        <p>{message.text}</p>
        {message.link && (
          <Link to={message.link.to} className="link text-sm" onClick={close}>
            {message.link.label}
          </Link>
        )}
      </div>
      <IconButton label={t('ui.close')} icon={<X aria-hidden size={16} />} onClick={close} />
    </div>
  )
}
