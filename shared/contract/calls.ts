import type { Act } from '#shared/rules/permissions.ts'

/** What it takes to make a call: where, how, and who may. What it takes and returns stands in its subject's file. */
export type Call = {
  name: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The address, with `:name` for each parameter. */
  path: string
  /** The act whose rule in `permissions` decides who may call. */
  access: Act
  /** The fields of an upload; the last one is the file. */
  multipart?: readonly string[]
  /** Text fields of an upload that it may have. */
  optionalFields?: readonly string[]
  /**
   * Why a call that changes something keeps no answer under its `Idempotency-Key`: a movement of units has its key in the ledger,
   * and a harmless call does the same when it is made again. Every other change keeps it, without saying so.
   */
  repeats?: 'movement' | 'harmless'
}

/** Whether a call takes an `Idempotency-Key`, under which it is made once. */
export function takesKey({ method, repeats }: Call): boolean {
  return method !== 'GET' && repeats !== 'harmless'
}

/**
 * The calls of the first screens, apart from their schemas, so that a browser can make them without having loaded the library that
 * schemas are made of. Each is the beginning of the endpoint of its name.
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
  listAccounts: { name: 'listAccounts', method: 'GET', path: '/api/accounts', access: 'tenant.read' },
  listBalances: { name: 'listBalances', method: 'GET', path: '/api/wallet/balances', access: 'wallet.read' },
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

/** The path with its parameters filled in, each encoded. */
export function pathOf(call: Pick<Call, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return call.path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
