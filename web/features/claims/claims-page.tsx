import { useSearchParams } from 'react-router'
import { ClaimList } from './claim-list.tsx'
import { ClaimView } from './claim-view.tsx'
import { RecordView } from './record-view.tsx'

/** The list, one claim (`?key=`), or a movement's public record (`?record=`). */
export function ClaimsPage() {
  const [params] = useSearchParams()
  const key = params.get('key')
  const record = params.get('record')
  if (key) return <ClaimView key={key} claimId={key} />
  if (record) return <RecordView key={record} transactionId={record} />
  return <ClaimList />
}
