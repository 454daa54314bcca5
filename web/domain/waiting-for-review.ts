import { first } from '#web/lib/first-calls.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'

/** How many of each kind wait for a registry's decision; undefined while that is read. */
export function useWaitingForReview(): Record<'projects' | 'accounts' | 'methodologies', number | undefined> {
  const projects = useRead(first.listProjects, {
    query: { tenantId: site().tenantId, isAdmin: 'true', status: 'pending', limit: 1 },
    asUser: true,
  })
  const accounts = useRead(first.listAccounts, { query: { status: 'pending', limit: 1 } })
  const methodologies = useRead(first.listMethodologies, { query: { status: 'pending', limit: 1 }, asUser: true })
  return {
    projects: projects.data?.total,
    accounts: accounts.data?.total,
    methodologies: methodologies.data?.total,
  }
}
