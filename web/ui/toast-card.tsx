import { CircleCheck, CircleX, Clock, Undo2, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button, IconButton } from './button.tsx'
import { Link } from './link.tsx'

export interface ToastMessage {
  id: number
  tone: 'good' | 'bad' | 'waiting'
  text: string
  link?: { to: string; label: string }
  /** What the message announces has not happened yet: `act` prevents it, `end` makes it happen. */
  undo?: { lastsMs: number; label: string; now: string; act: () => void; end: () => void }
}

const looks = {
  good: { Sign: CircleCheck, colour: 'text-good' },
  bad: { Sign: CircleX, colour: 'text-bad' },
  waiting: { Sign: Clock, colour: 'text-warn' },
}

export function ToastCard({
  message,
  held,
  takesKeys,
  onClose,
  onUndo,
}: {
  message: ToastMessage
  /** Its time stands still. */
  held: boolean
  /** Ctrl or ⌘ and Z undo the latest message alone. */
  takesKeys: boolean
  onClose: () => void
  onUndo: () => void
}) {
  const { t } = useTranslation()
  const { Sign, colour } = looks[message.tone]
  const { undo } = message
  return (
    <div className="pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded-md border border-line bg-surface py-2 pr-2 pl-4 shadow-lift">
      <Sign aria-hidden size={18} className={`mt-2.5 shrink-0 ${colour}`} />
      <div className="min-w-0 grow py-2">
        <p className="break-words">{message.text}</p>
        {message.link && (
          <Link to={message.link.to} className="link text-sm" onClick={onClose}>
            {message.link.label}
          </Link>
        )}
        {undo && (
          <div className="mt-2 flex flex-wrap items-center gap-2">
            <UndoButton undo={undo} held={held} takesKeys={takesKeys} onUndo={onUndo} />
            <Button size="small" tone="quiet" onClick={onClose}>
              {undo.now}
            </Button>
          </div>
        )}
      </div>
      {!undo && <IconButton label={t('frame.close')} icon={<X aria-hidden size={16} />} onClick={onClose} />}
    </div>
  )
}

/** Counts the seconds down for those who look; screen readers hear the message once. */
function UndoButton({
  undo: { label, lastsMs },
  held,
  takesKeys,
  onUndo,
}: {
  undo: NonNullable<ToastMessage['undo']>
  held: boolean
  takesKeys: boolean
  onUndo: () => void
}) {
  const [left, setLeft] = useState(lastsMs / 1000)
  useEffect(() => {
    setLeft(lastsMs / 1000)
    if (held) return
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000)
    return () => clearInterval(timer)
  }, [held, lastsMs])
  const undo = useEffectEvent(onUndo)
  useEffect(() => {
    if (!takesKeys) return
    const press = (event: KeyboardEvent) => {
      const isTyped =
        event.target instanceof HTMLElement && event.target.closest('input:not([type=checkbox]), textarea, select')
      if (isTyped || event.defaultPrevented || event.shiftKey || event.altKey) return
      if ((!event.ctrlKey && !event.metaKey) || event.key.toLowerCase() !== 'z') return
      event.preventDefault()
      undo()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [takesKeys])
  return (
    <Button
      size="small"
      tone="primary"
      icon={<Undo2 aria-hidden size={16} />}
      aria-keyshortcuts={takesKeys ? 'Control+Z Meta+Z' : undefined}
      onClick={onUndo}
    >
      {label}
      <span aria-hidden className="tabular ml-1">
        {left}
      </span>
    </Button>
  )
}
