import type { Act } from '#shared/rules/permissions.ts'

/** A call without its schemas. */
export type Call = {
  name: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With `:name` for each parameter. */
  path: string
  /** The act whose rule in `permissions` decides who may call. */
  access: Act
  /** The fields of an upload; the last one is the file. */
  multipart?: readonly string[]
  optionalFields?: readonly string[]
  /** Lists take these from the page's address. */
  queryFields?: readonly string[]
  /**
   * Why a change stores no reply under its `Idempotency-Key`: the ledger stores the key of a movement, and a harmless
   * call may be repeated. Other changes store the reply.
   */
  repeats?: 'movement' | 'harmless'
  /**
   * How the web app words a failure (specification, section 8). `own`: the server's message or the status text;
   * `upload`: a fixed text; otherwise the status.
   */
  failureMessage?: 'own' | 'upload'
  /** Also answers the bearer of an auditor's link, for the link's account and years. */
  byLink?: true
}

/** Whether the call runs only once for each `Idempotency-Key`. */
export function takesKey({ method, repeats }: Call): boolean {
  return method !== 'GET' && repeats !== 'harmless'
}

/**
 * The first screens' calls, without schemas, so that the browser makes them before it loads zod. Endpoints of the same
 * name extend them.
 */
export const firstCalls = {
  readFigures: { name: 'readFigures', method: 'GET', path: '/api/registry/figures', access: 'registry.read' },
  readAccount: { name: 'readAccount', method: 'GET', path: '/api/account', access: 'account.read' },
  changePreferences: {
    name: 'changePreferences',
    method: 'PATCH',
    path: '/api/user/preferences',
    access: 'preference.change',
    repeats: 'harmless',
  },
  listNotices: { name: 'listNotices', method: 'GET', path: '/api/notices', access: 'notice.read' },
  markNotices: {
    name: 'markNotices',
    method: 'POST',
    path: '/api/notices/read',
    access: 'notice.read',
    repeats: 'harmless',
  },
  countAssigned: { name: 'countAssigned', method: 'GET', path: '/api/work/assigned', access: 'verification.list' },
  listAccounts: { name: 'listAccounts', method: 'GET', path: '/api/accounts', access: 'tenant.read' },
  listBalances: { name: 'listBalances', method: 'GET', path: '/api/wallet/balances', access: 'wallet.read' },
  listClaims: { name: 'listClaims', method: 'GET', path: '/api/claims', access: 'claim.list' },
  listMeasurements: { name: 'listMeasurements', method: 'GET', path: '/api/measurements', access: 'measurement.list' },
  listMethodologies: {
    name: 'listMethodologies',
    method: 'GET',
    path: '/api/methodologies',
    access: 'methodology.read',
  },
  listMyProjects: { name: 'listMyProjects', method: 'GET', path: '/api/projects/my', access: 'project.listOwn' },
  listOwnedAssets: {
    name: 'listOwnedAssets',
    method: 'GET',
    path: '/api/projects/ownedAssets',
    access: 'project.listOwn',
  },
  readReviewClock: { name: 'readReviewClock', method: 'GET', path: '/api/review/clock', access: 'project.decide' },
  readOutcome: { name: 'readOutcome', method: 'GET', path: '/api/outcome', access: 'outcome.read' },
  listProjects: { name: 'listProjects', method: 'GET', path: '/api/projects', access: 'project.read' },
  listTasks: { name: 'listTasks', method: 'GET', path: '/api/tasks', access: 'task.list' },
  watchTasks: { name: 'watchTasks', method: 'GET', path: '/api/tasks/events', access: 'task.list' },
  listTransactions: { name: 'listTransactions', method: 'GET', path: '/api/transactions', access: 'transaction.list' },
  listVerifications: {
    name: 'listVerifications',
    method: 'GET',
    path: '/api/verifications',
    access: 'verification.list',
  },
} as const satisfies Record<string, Call>

/** Fills in and encodes the parameters. */
export function pathOf(call: Pick<Call, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return call.path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** Where a list is served as CSV. */
export function csvPathOf({ path }: Pick<Call, 'path'>): string {
  return `${path}.csv`
}
