import { regionOf } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

/** Returns a function that formats hundredths of a currency. */
export function usePrice(): (hundredths: number, currency: string) => string {
  const { i18n } = useTranslation()
  const locale = regionOf(i18n.resolvedLanguage ?? 'en')
  return (hundredths, currency) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency }).format(hundredths / 100)
}
