import { lazy } from 'react'
import { useSearchParams } from 'react-router'
import { ClaimList } from './claim-list.tsx'
import { ClaimView } from './claim-view.tsx'
import { RecordView } from './record-view.tsx'

const UnitView = lazy(async () => ({ default: (await import('./unit-view.tsx')).UnitView }))

/** The list, one claim (`?key=`), a movement's public record (`?record=`), or units (`?unit=`). */
export function ClaimsPage() {
  const [params] = useSearchParams()
  const key = params.get('key')
  const record = params.get('record')
  const unit = params.get('unit')
  if (key) return <ClaimView key={key} claimId={key} />
  if (record) return <RecordView key={record} transactionId={record} />
  if (unit) return <UnitView serial={unit} />
  return <ClaimList />
}
