import { Check, Copy, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { IconButton } from './button.tsx'
import { copy } from './copy.ts'
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
      <CopyButton text={code} />
    </span>
  )
}

const signs = { copied: Check, refused: X }
/** How long the sign of a copy stays. */
const copiedShownMs = 2_000

/** Named by the text. The result is a sign, and is read out. */
function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation()
  const [result, setResult] = useState<keyof typeof signs | null>(null)
  useEffect(() => {
    if (result !== 'copied') return
    const timer = setTimeout(() => setResult(null), copiedShownMs)
    return () => clearTimeout(timer)
  }, [result])
  const Sign = result === null ? Copy : signs[result]
  return (
    <>
      <IconButton
        label={t('ui.named', { name: t('ui.copy'), said: briefly(text) })}
        icon={<Sign aria-hidden size={16} className={result === 'refused' ? 'text-bad' : undefined} />}
        onClick={() => void copy(text).then((isCopied) => setResult(isCopied ? 'copied' : 'refused'))}
      />
      <span role="status" className={result === 'refused' ? 'text-sm text-bad' : 'sr-only'}>
        {result && t(result === 'copied' ? 'ui.copied' : 'ui.copyRefused')}
      </span>
    </>
  )
}

const head = 24
const tail = 8

/** Serial numbers of one batch differ at their end, hashes already at their beginning. */
function briefly(text: string): string {
  return text.length <= head + tail + 8 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`
}
