import type { Endpoint } from '#shared/contract/endpoint.ts'
import type { Act } from '#shared/rules/permissions.ts'
import type { Side } from './sides.ts'

/** What a request carries, before it is written into an address and a body. */
export type Request = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  form?: FormData
  headers?: Record<string, string>
}

/**
 * Whose the thing is that a call is aimed at, and who may know of it.
 *   caller       what belongs to whoever calls; nothing of another's is named
 *   public       what anybody may read
 *   registry     a tenant, of which everybody knows
 *   tenant       what a tenant has in common and no other tenant knows of
 *   account      what the account of the side has and nobody else knows of
 *   project      a project before it is published: its account's and its providers'
 *   published    a project that everybody may see
 *   monitored    the same, for what only its account and its measurement provider do
 *   measurement  its account's and its measurement provider's
 *   opinion      a verification: its provider's to decide, its project's account sees it too
 *   proposal     a methodology version that is not approved: its account's, which tenant admins see too
 *   turn         a task: it is the account's whose turn it is, and nobody else's
 *   issuance     the same verification, for its project's account to mint against
 */
export type Kind =
  | 'caller'
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

/** One way to call an endpoint: it makes a row of cells, one for each person and each side. */
export type Row = {
  name: string
  endpoint: Endpoint
  /** The act that the rule is about, where it is not the endpoint's own. */
  act?: Act
  /** The act that is asked for before anything is looked up, where it is not the endpoint's own. */
  door?: Act
  kind: Kind
  /** What newcomers get where they have nothing that could be answered. */
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
