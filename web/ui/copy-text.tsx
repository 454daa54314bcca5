import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'

/** What is no longer than this fits into the narrowest screen and stays in one line. */
const shortLength = 24

/**
 * A text in a fixed-width font (an address, a hash, a serial range) with a button that copies it; `shown` is a shorter
 * form.
 */
export function CopyText({ text, shown = text }: { text: string; shown?: ReactNode }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  const isShort = typeof shown === 'string' && shown.length <= shortLength
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code
        className={cx('min-w-0 font-mono text-sm', isShort ? 'whitespace-nowrap' : 'break-all')}
        title={shown === text ? undefined : text}
      >
        {shown}
      </code>
      <IconButton
        label={copied ? t('ui.copied') : t('ui.copy')}
        icon={copied ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      />
    </span>
  )
}
