import type { CapsLeft as Left } from '#shared/contract/caps.ts'
import { useFormat } from '#web/lib/format.ts'
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
