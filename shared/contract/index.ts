import * as accounts from './accounts.ts'
import * as audit from './audit.ts'
import * as auditorLinks from './auditor-links.ts'
import * as beneficiaries from './beneficiaries.ts'
import * as caps from './caps.ts'
import * as claims from './claims.ts'
import * as disclosure from './disclosure.ts'
import * as documents from './documents.ts'
import type { Endpoint } from './endpoint.ts'
import * as evidence from './evidence.ts'
import * as exports from './exports.ts'
import * as holders from './holders.ts'
import * as latest from './latest.ts'
import * as market from './market.ts'
import * as measurements from './measurements.ts'
import * as methodologies from './methodologies.ts'
import * as notices from './notices.ts'
import * as outcomes from './outcomes.ts'
import * as overlaps from './overlaps.ts'
import * as ownAccounts from './own-accounts.ts'
import * as pending from './pending.ts'
import * as preferences from './preferences.ts'
import * as projects from './projects.ts'
import * as recipientRequests from './recipient-requests.ts'
import * as registry from './registry.ts'
import * as reissue from './reissue.ts'
import * as review from './review.ts'
import * as search from './search.ts'
import * as serviceStatus from './service-status.ts'
import * as settings from './settings.ts'
import * as stops from './stops.ts'
import * as sums from './sums.ts'
import * as tasks from './tasks.ts'
import * as timeline from './timeline.ts'
import * as transactions from './transactions.ts'
import * as units from './units.ts'
import * as users from './users.ts'
import * as verifications from './verifications.ts'
import * as verifyLines from './verify-lines.ts'
import * as wallet from './wallet.ts'
import * as work from './work.ts'

const subjects = [
  evidence,
  registry,
  search,
  sums,
  beneficiaries,
  latest,
  serviceStatus,
  settings,
  accounts,
  stops,
  projects,
  overlaps,
  documents,
  methodologies,
  holders,
  measurements,
  verifications,
  tasks,
  review,
  timeline,
  wallet,
  pending,
  caps,
  recipientRequests,
  work,
  transactions,
  units,
  claims,
  reissue,
  verifyLines,
  disclosure,
  auditorLinks,
  users,
  audit,
  notices,
  outcomes,
  preferences,
  ownAccounts,
  market,
  exports,
]

/** The API document lists every call; the server must serve all before it starts. */
export const endpoints: readonly Endpoint[] = subjects.flatMap((subject) =>
  Object.values<unknown>(subject).filter((value): value is Endpoint => isEndpoint(value)),
)

function isEndpoint(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value && 'method' in value
}
