import type { Claim } from '#shared/contract/claims.ts'
import { usePeriod } from '#web/domain/period.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { usePurpose } from './purpose.ts'

export type Wording = Pick<Claim, 'beneficiaryKind' | 'beneficiary' | 'beneficiaryCountry' | 'purpose'> &
  Pick<Claim, 'purposeDetail' | 'periodStart' | 'periodEnd' | 'countryOfConsumption'>

export type WordingFact = { label: string; text: string }

/** Returns a function that words what can be corrected of a claim; a fact that is not stated is empty. */
export function useWordingFacts(): (wording: Wording) => WordingFact[] {
  const { t } = useTranslation()
  const format = useFormat()
  const periodOf = usePeriod()
  const purposeOf = usePurpose()
  return ({ periodStart, periodEnd, ...words }) => [
    { label: t('claims.column.beneficiary'), text: words.beneficiary || t('claims.anonymous') },
    { label: t('wallet.beneficiaryKind'), text: t(`wallet.kind.${words.beneficiaryKind}`) },
    {
      label: t('claims.beneficiaryCountry'),
      text: words.beneficiaryCountry ? format.country(words.beneficiaryCountry) : '',
    },
    { label: t('claims.purpose'), text: purposeOf(words.purpose) },
    { label: t('claims.purposeDetail'), text: words.purposeDetail },
    { label: t('claims.period'), text: periodStart && periodEnd ? periodOf({ periodStart, periodEnd }) : '' },
    {
      label: t('claims.consumedIn'),
      text: words.countryOfConsumption ? format.country(words.countryOfConsumption) : '',
    },
  ]
}
