import type { Place } from '#shared/contract/verifications.ts'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

/** A place within a document. */
export type At = Omit<Place, 'documentId'>

export const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function isTable(mediaType: string): boolean {
  return mediaType === 'text/csv' || mediaType === workbook
}

export function isPicture(mediaType: string): boolean {
  return mediaType.startsWith('image/')
}

/** Whether the file can be shown in the page. */
export function isShowable(mediaType: string): boolean {
  return mediaType === 'application/pdf' || isPicture(mediaType) || isTable(mediaType)
}

/** Returns a function that words a place: `plots.csv, row 12`. */
export function usePlaceText(): (name: string, at: At) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return (name, { page, sheet, row, region }) => {
    if (page !== undefined) return t('desk.at.page', { name, page: format.quantity(page) })
    if (row !== undefined && sheet !== undefined) {
      return t('desk.at.sheet', { name, sheet: format.quantity(sheet), row: format.quantity(row) })
    }
    if (row !== undefined) return t('desk.at.row', { name, row: format.quantity(row) })
    return region ? t('desk.at.region', { name }) : name
  }
}
