import type { Endpoint } from '#shared/contract/endpoint.ts'
import type { Act } from '#shared/rules/permissions.ts'
import type { Side } from './sides.ts'

export type Request = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  form?: FormData
  headers?: Record<string, string>
}

/**
 * Whose the called thing is, and who may know of it:
 * - caller: its own
 * - nobody: does not exist, for what one person alone may do
 * - public: anybody
 * - registry: a tenant, known to everybody
 * - tenant: within its tenant
 * - account: its account
 * - project: unpublished, its account and providers
 * - published: everybody
 * - monitored: published, for acts of account and measurement provider
 * - measurement: its account and measurement provider
 * - opinion: a verification, decided by its provider, visible to its project's account
 * - proposal: an unapproved methodology version, its account and tenant admins
 * - turn: a task of one account
 * - issuance: a verification to mint against
 */
export type Kind =
  | 'caller'
  | 'nobody'
  | 'public'
  | 'registry'
  | 'tenant'
  | 'account'
  | 'project'
  | 'published'
  | 'monitored'
  | 'measurement'
  | 'opinion'
  | 'issuance'
  | 'turn'
  | 'proposal'

/** A way to call an endpoint, tried by each person on each side. */
export type Row = {
  name: string
  endpoint: Endpoint
  /** The act of the rule, if not the endpoint's. */
  act?: Act
  /** The act that is checked before any look-up, if not the endpoint's. */
  door?: Act
  kind: Kind
  /** The status for newcomers, who own nothing. */
  newcomer?: 404
  aim: (side: Side, callerAccountId: string | null) => Request | Promise<Request>
}

export function row(
  endpoint: Endpoint,
  kind: Kind,
  aim: Row['aim'],
  more: Partial<Pick<Row, 'name' | 'act' | 'door' | 'newcomer'>> = {},
): Row {
  return { name: endpoint.name, endpoint, kind, aim, ...more }
}
