import { useTranslation } from 'react-i18next'
import type { UrlList } from '#web/lib/use-url-list.ts'

/** Says that a list shows one project only, and leads back to all of them. */
export function ProjectFilter({ list, project }: { list: UrlList; project: string | undefined }) {
  const { t } = useTranslation()
  if (list.filter('projectId') === '') return null
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
