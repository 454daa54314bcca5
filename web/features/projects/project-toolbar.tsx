import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProjectStatus } from '#shared/rules/lifecycle.ts'
import { countriesIn } from '#web/lib/countries.ts'
import type { UrlList } from '#web/lib/use-url-list.ts'
import { Toolbar } from '#web/ui/page.tsx'
import { FilterSelect, SearchField } from '#web/ui/search-field.tsx'

/** Search and filters above a list of projects, and its acts at the right. */
export function ProjectToolbar({
  list,
  statuses,
  actions,
}: {
  list: UrlList
  statuses: readonly ProjectStatus[]
  actions: ReactNode
}) {
  const { t, i18n } = useTranslation()
  const countries = useMemo(() => countriesIn(i18n.language), [i18n.language])
  return (
    <Toolbar>
      <SearchField label={t('projects.search')} value={list.q} onChange={list.setQ} />
      <FilterSelect
        label={t('projects.column.status')}
        all={t('projects.allStatuses')}
        value={list.filter('status')}
        choices={statuses.map((status) => ({ value: status, label: t(`projects.status.${status}`) }))}
        onChange={(value) => list.setFilter('status', value)}
      />
      <FilterSelect
        label={t('projects.country')}
        all={t('projects.allCountries')}
        value={list.filter('country')}
        choices={countries}
        onChange={(value) => list.setFilter('country', value)}
      />
      <div className="sm:ml-auto">{actions}</div>
    </Toolbar>
  )
}
