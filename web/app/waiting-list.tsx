import { useEffect, useEffectEvent, useState } from 'react'
import { clockTime } from '#web/lib/clock-time.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { regionOf, useFormat } from '#web/lib/format.ts'
import { undoSeconds } from '#web/lib/undo-time.ts'
import { UnsentFiles } from '#web/lib/unsent-files.ts'
import { useReadAllAgain } from '#web/lib/use-read-again.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Link } from '#web/ui/link.tsx'
import { toast } from '#web/ui/toast.tsx'
import { discardWaiting, sendWaiting } from './send-waiting.ts'
import type { WaitingThing } from './waiting.ts'

/** What was done without a connection; nothing is sent before the person says so. */
export function WaitingList({
  waiting,
  isGone,
  onClose,
}: {
  waiting: readonly WaitingThing[]
  isGone: boolean
  onClose: () => void
}) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const readAllAgain = useReadAllAgain()
  const [sending, setSending] = useState<string | null>(null)
  const [failures, setFailures] = useState<Readonly<Record<string, string>>>({})

  const close = useEffectEvent(onClose)
  const isOver = waiting.length === 0 && sending === null
  // A lost answer may be found meanwhile.
  useEffect(() => {
    if (isOver) close()
  }, [isOver])

  const whatOf = (thing: WaitingThing) =>
    thing.kind === 'act'
      ? t(`roles.act.${thing.waiting.call.access}`)
      : t('waiting.files', { count: thing.files.length, quantity: format.quantity(thing.files.length) })

  async function send(things: readonly WaitingThing[]) {
    const failed: Record<string, string> = {}
    for (const thing of things) {
      setSending(thing.id)
      try {
        await sendWaiting(thing, waiting)
        const link = { to: thing.page, label: t('failures.openDone') }
        toast({ tone: 'good', text: t('waiting.sent', { what: whatOf(thing) }), link })
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown))
        failed[thing.id] = error instanceof UnsentFiles ? t('waiting.filesNotSent') : failureText(error, i18n)
      }
    }
    setSending(null)
    setFailures(failed)
    await readAllAgain()
  }

  function discard(thing: WaitingThing) {
    const act = discardWaiting(thing)
    const undo = { act, end: () => undefined, label: t('waiting.undo'), now: t('frame.close') }
    const text = t('waiting.discarded', { what: whatOf(thing) })
    toast({ tone: 'waiting', text, undo: { ...undo, lastsMs: undoSeconds() * 1_000 } })
  }

  return (
    <Dialog open busy={sending !== null} title={t('waiting.title')} description={t('waiting.lead')} onClose={onClose}>
      {isGone && <p className="mb-4 rounded-md bg-warn-soft p-3 text-warn">{t('waiting.stillGone')}</p>}
      <ul className="mb-4 divide-y divide-line border-y border-line">
        {waiting.map((thing) => (
          <li key={thing.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-medium">{whatOf(thing)}</p>
              <p className="text-sm break-words text-ink-soft">
                <Link to={thing.page} className="link" onClick={onClose}>
                  {thing.title}
                </Link>
              </p>
              <p className="text-sm break-words text-ink-faint">
                {thing.kind === 'act'
                  ? t('waiting.typed', {
                      time: clockTime(regionOf(i18n.language), new Date(thing.waiting.at).valueOf()),
                    })
                  : thing.files.map(({ file }) => file.name).join(', ')}
              </p>
              {failures[thing.id] && (
                <p role="alert" className="mt-1 text-sm text-bad">
                  {failures[thing.id]}
                </p>
              )}
            </div>
            <div className="flex gap-2">
              {!isGone && (
                <Button size="small" busy={sending === thing.id} onClick={() => void send([thing])}>
                  {t('waiting.send')}
                </Button>
              )}
              <Button size="small" onClick={() => discard(thing)}>
                {t('waiting.discard')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Actions>
        <Button onClick={onClose}>{t('frame.close')}</Button>
        {!isGone && waiting.length > 1 && (
          <Button tone="primary" busy={sending !== null} onClick={() => void send(waiting)}>
            {t('waiting.sendAll')}
          </Button>
        )}
      </Actions>
    </Dialog>
  )
}
