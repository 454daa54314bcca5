import { useTranslation } from 'react-i18next'
import { purposes } from '#shared/contract/claims.ts'

/** Why a claim was made, in words; imported claims keep the purpose that their registry wrote. */
export function usePurpose(): (purpose: string) => string {
  const { t } = useTranslation()
  return (purpose) => (isPurpose(purpose) ? t(`claims.purposes.${purpose}`) : purpose)
}

function isPurpose(purpose: string): purpose is (typeof purposes)[number] {
  return (purposes as readonly string[]).includes(purpose)
}
