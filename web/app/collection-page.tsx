import { lazy } from 'react'
import { ProjectsPage } from '#web/features/projects/projects-page.tsx'
import { useUrlState } from '#web/lib/use-url-list.ts'

const SearchPage = lazy(async () => ({
  default: (await import('#web/features/search/search-page.tsx')).SearchPage,
}))
const FiguresPage = lazy(async () => ({
  default: (await import('#web/features/figures/figures-page.tsx')).FiguresPage,
}))
const MapPage = lazy(async () => ({ default: (await import('#web/features/projects/map-page.tsx')).MapPage }))
const MethodologyPage = lazy(async () => ({
  default: (await import('#web/features/methodologies/methodology-page.tsx')).MethodologyPage,
}))

/**
 * The public page of projects: search results (`?search=`), map or figures (`?view=`), a methodology version
 * (`?methodology=`), or the list.
 */
export function CollectionPage() {
  const [methodologyId] = useUrlState('methodology')
  const [search] = useUrlState('search')
  const [view] = useUrlState('view')
  if (search) return <SearchPage q={search} />
  if (view === 'figures') return <FiguresPage />
  if (view === 'map') return <MapPage />
  return methodologyId ? <MethodologyPage key={methodologyId} methodologyId={methodologyId} /> : <ProjectsPage />
}
