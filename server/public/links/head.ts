import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { PageHead } from '#server/infra/texts/page-head.ts'
import { nameOfSpelling } from '#server/public/beneficiaries.store.ts'
import { beneficiaryPath } from '#shared/rules/beneficiary-path.ts'
import { nullOn } from '#shared/rules/failure.ts'
import { parseProjectKey } from '#shared/rules/keys.ts'
import { limits } from '#shared/rules/limits.ts'
import { pageTitle } from '#shared/rules/page-title.ts'
import { isPublicPath, isScreen, paths, tidyPath } from '#shared/rules/paths.ts'
import type { SharedKind } from '#shared/rules/share-paths.ts'
import { addressesOf } from './addresses.ts'
import { firstReadsOf, firstReadsOfShared } from './first-reads.ts'
import { firstRowsOf } from './first-rows.ts'
import { firstWordsOf, firstWordsOfShared } from './first-words.ts'
import { dataOf } from './json-ld.ts'
import { isProject } from './links.store.ts'
import { namedBy, type Registry, type Requester, registryFor, type Shared, sharedBy } from './shared.ts'

/**
 * The head of a page. `isFor` is `nobody` for an unknown address and `insiders` for an unpublished project, whose
 * readers only the app knows.
 */
export async function headOf(
  deps: Pick<InfraDeps, 'sql' | 'reads' | 'lookups' | 'config' | 'chain' | 'now' | 'log'>,
  request: Requester & { url: string },
): Promise<PageHead> {
  const registry = await registryFor(deps, request)
  const [path = ''] = request.url.split('?', 1)
  const registryHead = headOfRegistry(registry, request.url)
  if (!isScreen(path)) return { ...registryHead, isFor: 'nobody', first: null }
  const named = namedBy(request.url)
  const spelling = named ? null : beneficiaryIn(request.url)
  if (spelling) return headOfBeneficiary(deps, registry, spelling, registryHead)
  try {
    if (!named) {
      const { first } = registryHead
      return {
        ...registryHead,
        isFor: isPublicPath(path) || tidyPath(path) === paths.home ? 'everybody' : 'insiders',
        first: first && { ...first, rows: await firstRowsOf(deps, registry, request.url) },
      }
    }
    const shared = await sharedBy(deps, registry, named.kind, named.key).catch(nullOn('not_found'))
    if (shared) return headOfShared(deps, registry, shared)
    return { ...registryHead, isFor: (await isUnpublished(deps, named)) ? 'insiders' : 'nobody' }
  } catch (error) {
    // The page loads without the database too.
    deps.log.warn({ reason: String(error) }, 'A page goes without the name or the rows of what it shows.')
    return registryHead
  }
}

const beneficiaryIn = (url: string): string | null => {
  const [path = '', query] = url.split('?', 2)
  return tidyPath(path).toLowerCase() === paths.claims ? new URLSearchParams(query).get('beneficiary') : null
}

/** The page of an organisation's retirements, under the name that most of its units have. */
async function headOfBeneficiary(
  deps: Pick<InfraDeps, 'reads' | 'log'>,
  { site, wording, words }: Registry,
  spelling: string,
  registryHead: PageHead,
): Promise<PageHead> {
  try {
    const name = await nameOfSpelling(deps.reads, site.tenant.id, spelling.slice(0, limits.spelling))
    if (name === null) return { ...registryHead, isFor: 'nobody', first: null }
    const title = wording.t('head.beneficiary', { beneficiary: name })
    return {
      ...registryHead,
      title: pageTitle(title, words.name),
      description: title,
      canonical: site.origin + beneficiaryPath(name),
      first: { frame: 'page', heading: name, lead: wording.t('beneficiary.lead') },
    }
  } catch (error) {
    deps.log.warn({ reason: String(error) }, 'A page goes without the name of what it shows.')
    return registryHead
  }
}

async function isUnpublished(
  deps: Pick<InfraDeps, 'reads'>,
  { kind, key }: { kind: SharedKind; key: string },
): Promise<boolean> {
  const project = kind === 'project' ? parseProjectKey(key) : null
  return project !== null && isProject(deps.reads, project.tenantId, project.projectId)
}

function headOfRegistry(registry: Registry, url: string): PageHead {
  const { site, wording, words } = registry
  const [path = '', query] = url.split('?', 2)
  const first = firstWordsOf(registry, url)
  return {
    language: wording.language,
    site: words.name,
    title: pageTitle(first === null || first.frame === 'start' ? null : first.heading, words.name),
    description: wording.t('head.description', { registry: words.name }),
    ...(query === undefined && { canonical: site.origin + tidyPath(path) }),
    isFor: 'everybody',
    first,
    reads: firstReadsOf(registry.site.tenant.id, url),
  }
}

function headOfShared(deps: Pick<InfraDeps, 'config'>, registry: Registry, shared: Shared): PageHead {
  const { words, wording } = registry
  const { page, picture, oEmbed } = addressesOf(registry, shared)
  const photo = shared.kind === 'project' && photoOf(deps, shared)
  return {
    language: wording.language,
    site: words.name,
    title: pageTitle(shared.title, words.name),
    description: shared.description,
    canonical: page,
    picture: photo || picture,
    oEmbed,
    data: dataOf(registry, shared),
    isFor: 'everybody',
    first: firstWordsOfShared(registry, shared),
    reads: firstReadsOfShared(shared),
  }
}

function photoOf(
  { config }: Pick<InfraDeps, 'config'>,
  { project, key }: Extract<Shared, { kind: 'project' }>,
): string | null {
  const { accountId, imageFileName } = project
  return imageFileName && `${config.IMAGES_URL}/${key.tenantId}/${accountId}/${key.projectId}/${imageFileName}`
}
