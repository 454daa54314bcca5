import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'

/** A text of this length fits the narrowest screen. */
const shortLength = 24

/** Monospaced text with a copy button; `shown` is a shorter form. */
export function CopyText({ text, shown = text }: { text: string; shown?: ReactNode }) {
  const isShort = typeof shown === 'string' && shown.length <= shortLength
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code
        className={cx('min-w-0 font-mono text-sm', isShort ? 'whitespace-nowrap' : 'break-all')}
        title={shown === text ? undefined : text}
      >
        {shown}
      </code>
      <CopyButton text={text} />
    </span>
  )
}

/** A name with a button that copies its code. */
export function CopyCode({ code, children }: { code: string; children: ReactNode }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <span className="min-w-0 break-words">{children}</span>
      <CopyButton text={code} code={code} />
    </span>
  )
}

/** The label names `code` where it is not visible. */
function CopyButton({ text, code }: { text: string; code?: string }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const does = t(copied ? 'ui.copied' : 'ui.copy')
  return (
    <IconButton
      label={code ? t('ui.named', { name: does, said: code }) : does}
      icon={copied ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    />
  )
}
