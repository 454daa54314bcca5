import { CircleCheck, CircleX, X } from 'lucide-react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { IconButton } from './button.tsx'
import { Link } from './link.tsx'

export interface ToastMessage {
  id: number
  tone: 'good' | 'bad'
  text: string
  link?: { to: string; label: string }
}

export function ToastCard({ message, onClose }: { message: ToastMessage; onClose: () => void }) {
  const { t } = useTranslation()
  const Sign = message.tone === 'good' ? CircleCheck : CircleX
  return (
    <div className="pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded-md border border-line bg-surface py-2 pr-2 pl-4 shadow-lift">
      <Sign aria-hidden size={18} className={`mt-2.5 shrink-0 ${message.tone === 'good' ? 'text-good' : 'text-bad'}`} />
      <div className="min-w-0 grow py-2">
        <p>{message.text}</p>
        {message.link && (
          <Link to={message.link.to} className="link text-sm" onClick={onClose}>
            {message.link.label}
          </Link>
        )}
      </div>
      <IconButton label={t('ui.close')} icon={<X aria-hidden size={16} />} onClick={onClose} />
    </div>
  )
}
