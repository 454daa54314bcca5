import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'

/** What is no longer than this fits into the narrowest screen and stays in one line. */
const shortLength = 24

/** A text in a fixed-width font (an address, a hash, a serial range) with a button that copies it; `shown` is a shorter form. */
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

/** A name, and behind a button that copies it the code of what it names. */
export function CopyCode({ code, children }: { code: string; children: ReactNode }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <span className="min-w-0 break-words">{children}</span>
      <CopyButton text={code} code={code} />
    </span>
  )
}

/** `code` is named by the button where it is not in view. */
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
