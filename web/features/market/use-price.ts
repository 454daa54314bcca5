import { regionOf } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

/** Returns a function that writes a price, given in hundredths of its currency, as the reader's language does. */
export function usePrice(): (hundredths: number, currency: string) => string {
  const { i18n } = useTranslation()
  const locale = regionOf(i18n.resolvedLanguage ?? 'en')
  return (hundredths, currency) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency }).format(hundredths / 100)
}
