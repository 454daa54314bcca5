import { type CapsLeft as Left, readCaps } from '#shared/contract/caps.ts'
import { lowerCap } from '#shared/rules/protection.ts'
import { useFormat } from '#web/lib/format.ts'
import { useRead } from '#web/lib/use-read.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'

/** What the account's caps leave before a movement. */
export function CapsLeft({ caps: { day, recipient } }: { caps: Left }) {
  const { t } = useTranslation()
  const format = useFormat()
  const figures = ({ most, left }: { most: number; left: number }) => ({
    most: format.quantity(most),
    left: format.quantity(left),
  })
  return (
    <>
      {day && (
        <Facts>
          <Fact label={t('caps.day')} wide>
            {t('caps.left', figures(day))}
          </Fact>
        </Facts>
      )}
      {recipient && (
        <Notice tone="warn" title={t('caps.newRecipient')}>
          {recipient.newUntil
            ? t('caps.newUntil', { ...figures(recipient), time: format.time(recipient.newUntil) })
            : t('caps.newFirst', figures(recipient))}
        </Notice>
      )}
    </>
  )
}

/** The account's caps, before a quantity is typed; nothing without caps. */
export function CapsBefore({ ofTransfers = false }: { ofTransfers?: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const caps = useRead(readCaps).data
  if (!caps) return null
  const { own, registry, usedToday } = caps
  const most = lowerCap(own.dailyCap, registry.dailyCap)
  const ofNew = ofTransfers ? own.newRecipientCap : null
  const isListed = ofTransfers && own.onlyListed
  if (most === null && ofNew === null && !isListed) return null
  return (
    <Facts>
      {most !== null && (
        <Fact label={t('caps.day')} wide>
          {t('caps.left', { most: format.quantity(most), left: format.quantity(Math.max(0, most - usedToday)) })}
        </Fact>
      )}
      {ofNew !== null && (
        <Fact label={t('caps.name.newRecipientCap')} wide>
          {t('caps.atMost', { quantity: format.quantity(ofNew) })}
        </Fact>
      )}
      {isListed && (
        <Fact label={t('caps.name.onlyListed')} wide>
          {t('caps.listedOnly')}
        </Fact>
      )}
    </Facts>
  )
}
