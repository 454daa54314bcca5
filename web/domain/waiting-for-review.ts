import { first } from '#web/lib/first-calls.ts'
import { site } from '#web/lib/site-config.ts'
import { type Read, useRead } from '#web/lib/use-read.ts'

type Waiting = Record<'projects' | 'accounts' | 'methodologies', Read<{ total: number }>>

/** Only the totals matter. */
export function useWaitingForReview(): Waiting {
  const projects = useRead(first.listProjects, {
    query: { tenantId: site().tenantId, isAdmin: 'true', status: 'pending', limit: 1 },
    asUser: true,
  })
  const accounts = useRead(first.listAccounts, { query: { status: 'pending', limit: 1 } })
  const methodologies = useRead(first.listMethodologies, { query: { status: 'pending', limit: 1 }, asUser: true })
  return { projects, accounts, methodologies }
}
