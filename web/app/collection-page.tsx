import { lazy } from 'react'
import { ProjectsPage } from '#web/features/projects/projects-page.tsx'
import { useUrlState } from '#web/lib/use-url-list.ts'

const SearchPage = lazy(async () => ({
  default: (await import('#web/features/search/search-page.tsx')).SearchPage,
}))
const MethodologyPage = lazy(async () => ({
  default: (await import('#web/features/methodologies/methodology-page.tsx')).MethodologyPage,
}))

/**
 * The public screen of projects: the list, what the one search finds (`?search=`), or the methodology version under which some of them
 * are (`?methodology=`).
 */
export function CollectionPage() {
  const [methodologyId] = useUrlState('methodology')
  const [search] = useUrlState('search')
  if (search) return <SearchPage q={search} />
  return methodologyId ? <MethodologyPage key={methodologyId} methodologyId={methodologyId} /> : <ProjectsPage />
}
