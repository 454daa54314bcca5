import { pathOf } from '#shared/contract/calls.ts'
import { readingCalls } from '#shared/contract/reading-calls.ts'
import { paths, tidyPath } from '#shared/rules/paths.ts'
import type { Shared } from './shared.ts'

const { listClaims, listProjects, readClaim, readClaimFacets, readProject, readProjectFacets } = readingCalls

/**
 * What a list reads first, at the app's own addresses (web/features/projects/projects-page.tsx,
 * web/features/claims/claim-list.tsx; a browser test compares them). Nothing for a list that is narrowed.
 */
export function firstReadsOf(tenantId: string, url: string): string[] {
  const lists: Record<string, string[]> = {
    [paths.projects]: [
      `${listProjects.path}?${new URLSearchParams({ limit: '20', sort: '-assetsMinted', tenantId })}`,
      `${readProjectFacets.path}?${new URLSearchParams({ tenantId })}`,
    ],
    [paths.claims]: [
      `${listClaims.path}?${new URLSearchParams({ limit: '25', tenantId })}`,
      `${readClaimFacets.path}?${new URLSearchParams({ tenantId })}`,
    ],
  }
  return lists[tidyPath(url).toLowerCase()] ?? []
}

export function firstReadsOfShared(shared: Shared): string[] {
  if (shared.kind === 'claim') return [pathOf(readClaim, { claimId: shared.claim.claimId })]
  const { projectId, tenantId } = shared.key
  return [`${readProject.path}?${new URLSearchParams({ projectId, tenantId })}`]
}
