import { readClaim } from '#shared/contract/claims.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { readProject } from '#shared/contract/projects.ts'
import type { SharedClaim, SharedProject } from './links.store.ts'
import type { Registry, Shared } from './shared.ts'

/** Structured data: a https://schema.org/Dataset. */
export function dataOf(registry: Registry, shared: Shared): object {
  const { site, words } = registry
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name: shared.title,
    description: shared.description,
    url: `${site.origin}${shared.path}`,
    isAccessibleForFree: true,
    includedInDataCatalog: { '@type': 'DataCatalog', name: words.name, url: `${site.origin}/` },
    ...(shared.kind === 'project' ? projectFacts(registry, shared) : claimFacts(registry, shared)),
  }
}

function projectFacts({ site, words }: Registry, { project, key }: Extract<Shared, { kind: 'project' }>) {
  const { methodology, country } = project
  return {
    identifier: project.projectId,
    creator: { '@type': 'Organization', name: project.proponent },
    dateCreated: project.createdAt.toISOString(),
    dateModified: project.changedAt.toISOString(),
    ...(project.type !== '' && { keywords: project.type }),
    ...(methodology !== null && { measurementTechnique: methodology }),
    ...(country !== null && { spatialCoverage: { '@type': 'Country', identifier: country } }),
    ...periodOf(project),
    variableMeasured: [
      figure('issued', project.issued, words.assetNamePlural),
      figure('retired', project.retired, words.assetNamePlural),
    ],
    distribution: download(`${site.origin}${readProject.path}?projectId=${key.projectId}&tenantId=${key.tenantId}`),
  }
}

function periodOf({ startDate, endDate }: SharedProject) {
  if (startDate === null && endDate === null) return {}
  return { temporalCoverage: `${startDate ?? '..'}/${endDate ?? '..'}` }
}

function claimFacts({ site, words }: Registry, { claim }: { claim: SharedClaim }) {
  return {
    identifier: String(claim.number),
    dateCreated: claim.claimedAt.toISOString(),
    variableMeasured: [figure('retired', claim.quantity, words.assetNamePlural)],
    distribution: download(`${site.origin}${pathOf(readClaim, { claimId: claim.claimId })}?tenantId=${site.tenant.id}`),
  }
}

function figure(name: string, value: bigint, unitText: string) {
  return { '@type': 'PropertyValue', name, value: Number(value), unitText }
}

function download(contentUrl: string) {
  return { '@type': 'DataDownload', encodingFormat: 'application/json', contentUrl }
}

function pathOf({ path }: Endpoint, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
