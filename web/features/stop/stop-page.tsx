import { useState } from 'react'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import { stopByLink } from '#shared/contract/stops.ts'
import { forgetLink, heldLink, isLinkRefused } from '#web/lib/by-link.ts'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Page } from '#web/ui/page.tsx'
import { Empty } from '#web/ui/states.tsx'

/** Where the link of an e-mail leads: says what the button does, and stops the reader's account by it alone. */
export function StopPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const [token] = useState(() => heldLink('stop'))
  const [done, setDone] = useState<ReplyOf<typeof stopByLink> | null>(null)
  const { act, busy, failure, error } = useAct(stopByLink)
  const isRefused = isLinkRefused(error)

  async function stop(token: string) {
    const stopped = await act({ body: { token } })
    if (!stopped) return
    forgetLink('stop')
    setDone(stopped)
  }
  return (
    <Page title={t('stop.linkTitle')} narrow {...(token && !done && !isRefused && { lead: t('stop.linkLead') })}>
      {token === null && <Empty text={t('stop.noLink')} />}
      {done && (
        <div role="status">
          <Notice tone="good" title={t('stop.linkDone', { account: done.account, time: format.time(done.since) })}>
            {t('stop.linkNext')}
          </Notice>
        </div>
      )}
      {isRefused && (
        <div role="alert">
          <Notice tone="warn" title={failure} />
        </div>
      )}
      {token !== null && !done && !isRefused && (
        <div className="flex flex-col items-start gap-3">
          <Button tone="danger" busy={busy} onClick={() => void stop(token)}>
            {t('stop.act')}
          </Button>
          <p className="text-sm text-ink-faint">{t('stop.linkAfter')}</p>
          <Failure text={failure} />
        </div>
      )}
    </Page>
  )
}
