import { documentType } from '#shared/contract/documents.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

/** Returns a function that translates the three standard titles. */
export function useDocumentTitle(): (title: string) => string {
  const { t } = useTranslation()
  return (title) => {
    const type = documentType.safeParse(title)
    return type.success ? t(`documents.types.${type.data}`) : title
  }
}
