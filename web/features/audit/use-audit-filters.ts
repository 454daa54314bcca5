import { auditedActOrGroup } from '#shared/contract/audit.ts'
import { dayIn } from '#web/features/claims/date-range.tsx'
import { useUrlList } from '#web/lib/use-url-list.ts'

/** The audit log's search, filters and place in the address; what the server would refuse is left out. */
export function useAuditFilters() {
  const list = useUrlList('')
  const query = {
    q: list.q || undefined,
    act: auditedActOrGroup.safeParse(list.filter('act')).data,
    actor: list.filter('actor') || undefined,
    from: dayIn(list, 'from'),
    to: dayIn(list, 'to'),
  }
  return { list, query }
}
