import { documentType } from '#shared/contract/documents.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

/** Returns a function that words a document's title: the three that every project has are said in the reader's language. */
export function useDocumentTitle(): (title: string) => string {
  const { t } = useTranslation()
  return (title) => {
    const type = documentType.safeParse(title)
    return type.success ? t(`documents.types.${type.data}`) : title
  }
}
