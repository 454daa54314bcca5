import type { FirstWords } from '#server/infra/texts/page-head.ts'
import { isPublicPath, paths, tidyPath } from '#shared/rules/paths.ts'
import type { Registry, Shared } from './shared.ts'

/** A page's heading and lead; null if only the app knows them. */
export function firstWordsOf(registry: Registry, address: string): FirstWords | null {
  const { wording, words } = registry
  const { t } = wording
  const [path = '', query] = address.split('?', 2)
  const params = new URLSearchParams(query)
  switch (tidyPath(path).toLowerCase()) {
    case paths.login:
    case paths.project:
      return null
    case paths.claims:
      if (params.has('key') || params.has('beneficiary')) return null
      if (params.has('unit')) return { frame: 'narrow', heading: t('units.title'), lead: t('units.lead') }
      if (params.has('record')) return { frame: 'narrow', heading: t('records.title'), lead: t('records.lead') }
      return { frame: 'page', heading: t('claims.title'), lead: t('claims.lead') }
    case paths.contact:
      if (params.get('view') === 'accessibility')
        return { frame: 'narrow', heading: t('accessibility.title'), lead: t('accessibility.lead') }
      if (params.get('view') === 'status')
        return { frame: 'narrow', heading: t('serviceStatus.title'), lead: t('serviceStatus.lead') }
      return { frame: 'narrow', heading: t('contact.title'), lead: t('contact.lead') }
    case paths.projects:
      return firstOfProjects(registry, params)
    default:
      if (isPublicPath(path)) return null
      return {
        frame: 'start',
        heading: words.name,
        lead: words.tagline,
        ask: { label: t('hero.ask'), hint: t('hero.askHint') },
      }
  }
}

function firstOfProjects({ wording: { t } }: Registry, query: URLSearchParams): FirstWords | null {
  if (query.get('search')) return { frame: 'page', heading: t('search.title'), lead: null }
  if (query.get('view') === 'figures') return { frame: 'page', heading: t('charts.title'), lead: t('charts.lead') }
  if (query.get('view') === 'map') return { frame: 'page', heading: t('map.title'), lead: t('map.lead') }
  if (query.get('methodology')) return null
  return { frame: 'page', heading: t('projects.title'), lead: t('projects.lead') }
}

export function firstWordsOfShared({ wording: { t, country, word } }: Registry, shared: Shared): FirstWords {
  if (shared.kind === 'claim') {
    return {
      frame: 'page',
      heading: t('claims.number', { number: Number(shared.claim.number) }),
      lead: t('claims.permanent'),
      about: [shared.title, shared.description],
    }
  }
  const { project, title, sums } = shared
  const placeOf = (code: string | null) => (code === null ? '' : country(code))
  return {
    frame: project.imageFileName ? 'project' : 'outline',
    heading: title,
    lead: null,
    about: [
      word('status.project', project.status),
      project.proponent,
      placeOf(project.country),
      sums,
      project.description,
    ].filter((text) => text !== ''),
  }
}
