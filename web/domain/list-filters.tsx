import type { ComponentProps } from 'react'
import { useCountries } from '#web/lib/countries.ts'
import type { List } from '#web/lib/use-list.ts'
import type { UrlList } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { DateField } from '#web/ui/field.tsx'
import { FilterSelect } from '#web/ui/search-field.tsx'
import { type StatusKind, statusesOf } from './status.tsx'

/** Filters by one query field, stored in the address. */
export function ListFilter({
  list,
  name,
  ...select
}: { list: UrlList; name: string } & Omit<ComponentProps<typeof FilterSelect>, 'value' | 'onChange'>) {
  return <FilterSelect {...select} value={list.filter(name)} onChange={(value) => list.setFilter(name, value)} />
}

/** `among` limits the statuses. */
export function StatusFilter({ list, kind, among }: { list: UrlList; kind: StatusKind; among?: readonly string[] }) {
  const { t } = useTranslation()
  const statuses = statusesOf(kind).filter(({ status }) => among?.includes(status) ?? true)
  return (
    <ListFilter
      list={list}
      name="status"
      label={t('projects.column.status')}
      all={t('projects.allStatuses')}
      choices={statuses.map(({ status, word }) => ({ value: status, label: t(word) }))}
    />
  )
}

export function CountryFilter({ list }: { list: UrlList }) {
  const { t } = useTranslation()
  return (
    <ListFilter
      list={list}
      name="country"
      label={t('projects.country')}
      all={t('projects.allCountries')}
      choices={useCountries()}
    />
  )
}

/** A date range, stored in the address as `from` and `to`. */
export function DateRange({ list }: { list: UrlList }) {
  const { t } = useTranslation()
  return (
    <div className="grid w-full grid-cols-2 gap-3 sm:w-auto">
      {(['from', 'to'] as const).map((end) => (
        <DateField
          key={end}
          label={t(`claims.${end}`)}
          hint={null}
          value={list.filter(end)}
          onChange={(event) => list.setFilter(end, event.target.value)}
        />
      ))}
    </div>
  )
}

/** States that the list shows one project, and resets this. */
export function OneProject({ list }: { list: List<{ project: string | null }> }) {
  const { t } = useTranslation()
  if (list.filter('projectId') === '') return null
  const project = list.page.data?.items.find((item) => item.project)?.project
  return (
    <p className="mb-4 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-ink-soft">
      <span className="min-w-0">
        {project ? t('measurements.onlyProject', { project }) : t('measurements.onlyOne')}
      </span>
      <button type="button" className="link min-h-6" onClick={() => list.setFilter('projectId', '')}>
        {t('measurements.everyProject')}
      </button>
    </p>
  )
}
