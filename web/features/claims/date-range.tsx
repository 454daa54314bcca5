import { useTranslation } from 'react-i18next'
import { date } from '#shared/contract/fields.ts'
import type { UrlList } from '#web/lib/use-url-list.ts'
import { DateField } from '#web/ui/field.tsx'

/** A list's first or last day; undefined while there is none, or what is in the address is none. */
export function dayIn(list: UrlList, end: 'from' | 'to'): string | undefined {
  return date.safeParse(list.filter(end)).data
}

/** The first and the last day of a list, kept in the address as `from` and `to`. */
export function DateRange({ list }: { list: UrlList }) {
  const { t } = useTranslation()
  return (
    <div className="grid w-full grid-cols-2 gap-3 sm:w-auto">
      {(['from', 'to'] as const).map((end) => (
        <DateField
          key={end}
          label={t(`claims.${end}`)}
          value={list.filter(end)}
          onChange={(event) => list.setFilter(end, event.target.value)}
        />
      ))}
    </div>
  )
}
