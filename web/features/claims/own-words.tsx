import type { Claim, OwnWords } from '#shared/contract/claims.ts'
import { shownEmail } from '#shared/rules/shown-email.ts'
import { useFormat } from '#web/lib/format.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Section } from '#web/ui/page.tsx'
import { Loaded } from '#web/ui/states.tsx'

/** The claiming account's private notes; nothing for other readers. */
export function OwnWordsSection({ claim: { claimId, tenantId, accountId } }: { claim: Claim }) {
  const { t } = useTranslation()
  const session = useSession()
  const isOwn = session?.accountId === accountId && site().tenantId === tenantId
  // Caches store public claims, so private notes have their own endpoint.
  const own = useRead(reading.readOwnWords, { when: isOwn, params: { claimId } })
  if (!isOwn || (own.data && !hasWords(own.data))) return null
  return (
    <Section title={t('claims.own.title')}>
      <p className="text-sm text-ink-soft">{t('claims.own.lead')}</p>
      <Loaded from={own} rows={2}>
        {(read) => <OwnWordsFacts own={read} />}
      </Loaded>
    </Section>
  )
}

export const hasWords = ({ ownReference, privateNote, notifyEmail }: OwnWords): boolean =>
  ownReference !== '' || privateNote !== '' || notifyEmail !== ''

export function OwnWordsFacts({ own }: { own: OwnWords }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { notified, notifiedAt } = own
  return (
    <Facts>
      <Fact label={t('wallet.ownReference')}>{own.ownReference}</Fact>
      <Fact label={t('wallet.notifyEmail')}>
        {own.notifyEmail && (
          <>
            <span className="block">{shownEmail(own.notifyEmail)}</span>
            {notified && (
              <span className="text-sm text-ink-soft">
                {t(`claims.own.notified.${notified}`, { time: notifiedAt && format.time(notifiedAt) })}
              </span>
            )}
          </>
        )}
      </Fact>
      <Fact label={t('claims.own.privateNote')} wide>
        {own.privateNote}
      </Fact>
    </Facts>
  )
}
