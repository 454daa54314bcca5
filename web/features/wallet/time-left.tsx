import { useEffect, useState } from 'react'
import type { PendingAct } from '#shared/contract/pending.ts'
import { useFormat } from '#web/lib/format.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

/** The last day of a decision; minutes and seconds of the time for undoing. */
export function TimeLeft({ act: { waitsFor, endsAt } }: { act: Pick<PendingAct, 'waitsFor' | 'endsAt'> }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (waitsFor === 'undo') return <Clock endsAt={endsAt} />
  return <span className="whitespace-nowrap">{t('pending.until', { day: format.date(endsAt) })}</span>
}

function Clock({ endsAt }: { endsAt: string }) {
  const { t } = useTranslation()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((Date.parse(endsAt) - now) / 1_000))
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <span role="timer" aria-live="off" className="tabular whitespace-nowrap">
      {t('pending.left', { time })}
    </span>
  )
}
