import { listAccounts } from '#shared/contract/accounts.ts'
import { accountReviewPath } from '#shared/rules/paths.ts'
import { useFormat } from '#web/lib/format.ts'
import { useRead } from '#web/lib/use-read.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'

/** The facts of an organisation that applied. */
export function ReviewedAccount({ accountId, name }: { accountId: string; name: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const accounts = useRead(listAccounts, { query: { q: name, status: 'pending' } })
  return (
    <Loaded from={accounts} rows={4}>
      {({ items }) => {
        const account = items.find((one) => one.accountId === accountId)
        if (!account) return <Empty text={t('queue.notWaiting')} />
        return (
          <>
            <Facts>
              <Fact label={t('review.account.name')}>{account.name}</Fact>
              <Fact label={t('review.account.type')}>{t(`accounts.kind.${account.type}`)}</Fact>
              <Fact label={t('review.account.country')}>{account.country && format.country(account.country)}</Fact>
              <Fact label={t('review.account.since')}>{format.date(account.createdAt)}</Fact>
              <Fact label={t('onboarding.registrationNumber')}>{account.registrationNumber}</Fact>
              <Fact label={t('onboarding.website')}>{account.website}</Fact>
            </Facts>
            <p className="mt-6">
              <Link to={accountReviewPath(account.name)} className="link">
                {t('queue.inAccounts')}
              </Link>
            </p>
          </>
        )
      }}
    </Loaded>
  )
}
