import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { forVisitors } from '#server/infra/doors/deps.ts'
import { type Wording, wordingIn } from '#server/infra/texts/texts.ts'
import type { SiteDeps } from '#server/people/tenants/sites.ts'
import { type Site, siteAt } from '#server/people/tenants/sites.ts'
import { tenantOf, wordsOf } from '#server/people/tenants/tenants.ts'
import type { RegistryWords } from '#shared/contract/settings.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { type ProjectKey, parseProjectKey } from '#shared/rules/keys.ts'
import { languageIn } from '#shared/rules/languages.ts'
import { claimPath, paths, projectPath, tidyPath } from '#shared/rules/paths.ts'
import type { SharedKind } from '#shared/rules/share-paths.ts'
import { publishedProject, type SharedClaim, type SharedProject, sharedClaim } from './links.store.ts'

export type Requester = { host: string; acceptLanguage: string | undefined }

/** In the reader's language. */
export type Registry = { site: Site; wording: Wording; words: RegistryWords }

export type Shared = { path: string; title: string; description: string } & (
  | { kind: 'project'; project: SharedProject; key: ProjectKey; sums: string }
  | { kind: 'claim'; claim: SharedClaim }
)

/** Fails with `not_found` if the registry is suspended. */
export async function registryFor(deps: SiteDeps, { host, acceptLanguage }: Requester): Promise<Registry> {
  const site = await siteAt(deps, host)
  const wording = wordingIn(languageIn(acceptLanguage) ?? 'en')
  return { site, wording, words: wordsOf(site.tenant, wording.language) }
}

/** Finds a published project of any registry or a claim of this one. Fails with `not_found`. */
export async function sharedBy(
  deps: Pick<InfraDeps, 'reads' | 'lookups'>,
  registry: Registry,
  kind: SharedKind,
  key: string,
): Promise<Shared> {
  const found =
    kind === 'project' ? await sharedProjectOf(deps, registry, key) : await sharedClaimOf(deps, registry, key)
  if (!found) throw new Failure('not_found', `There is no such ${kind}.`, because(`noSuch.${kind}`))
  return found
}

/** The project or claim in an app address. */
export function namedBy(address: string): { kind: SharedKind; key: string } | null {
  const [path = '', query] = address.split('?', 2)
  const kind = { [paths.project]: 'project' as const, [paths.claims]: 'claim' as const }[tidyPath(path).toLowerCase()]
  const key = new URLSearchParams(query).get('key')
  return kind && key ? { kind, key } : null
}

async function sharedProjectOf(
  deps: Pick<InfraDeps, 'reads' | 'lookups'>,
  { wording, words }: Registry,
  address: string,
): Promise<Shared | null> {
  const key = parseProjectKey(address)
  if (!key) return null
  const reading = forVisitors(deps)
  await tenantOf(reading, key.tenantId)
  const project = await publishedProject(reading.sql, key.tenantId, key.projectId)
  if (!project || project.accountId !== key.accountId) return null
  const { t, figures } = wording
  const sums = t('head.projectSums', {
    issued: figures(Number(project.issued)),
    retired: figures(Number(project.retired)),
    units: words.assetNamePlural,
  })
  return {
    kind: 'project',
    path: projectPath(address),
    title: project.name,
    description: project.description || sums,
    sums,
    project,
    key,
  }
}

async function sharedClaimOf(
  deps: Pick<InfraDeps, 'reads'>,
  { site, wording, words }: Registry,
  id: string,
): Promise<Shared | null> {
  const claim = await sharedClaim(deps.reads, site.tenant.id, id)
  if (!claim) return null
  const { t, figures, day } = wording
  const facts = {
    quantity: figures(Number(claim.quantity)),
    units: words.assetNamePlural,
    beneficiary: claim.beneficiary,
  }
  return {
    kind: 'claim',
    path: claimPath(id),
    title: claim.beneficiary === '' ? t('head.claim', facts) : t('head.claimFor', facts),
    description: t(claim.project === null ? 'head.claimOf' : 'head.claimFrom', {
      number: Number(claim.number),
      day: day(claim.claimedAt.toISOString()),
      project: claim.project ?? '',
    }),
    claim,
  }
}
