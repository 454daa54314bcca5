import { purposes } from '#shared/rules/claim.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

/** Returns a function that translates a purpose. Imported claims keep their registry's text. */
export function usePurpose(): (purpose: string) => string {
  const { t } = useTranslation()
  return (purpose) => (isPurpose(purpose) ? t(`claims.purposes.${purpose}`) : purpose)
}

function isPurpose(purpose: string): purpose is (typeof purposes)[number] {
  return (purposes as readonly string[]).includes(purpose)
}
