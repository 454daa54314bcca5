import { isDocumentType } from '#shared/rules/document-types.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

/** Returns a function that translates the three standard titles. */
export function useDocumentTitle(): (title: string) => string {
  const { t } = useTranslation()
  return (title) => (isDocumentType(title) ? t(`documents.types.${title}`) : title)
}
