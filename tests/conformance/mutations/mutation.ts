/** What is changed: each kind has mutations of its own. */
export const kinds = [
  'text',
  'column',
  'value',
  'interval',
  'limit',
  'route',
  'field',
  'request',
  'status',
  'permission',
  'filter',
  'sort',
  'message',
  'refresh',
  'menu',
] as const

/** A change of one line of the product that the test of one statement notices. */
export type Mutation = {
  statement: number
  kind: (typeof kinds)[number]
  /** The file that is changed, and what it says once there. */
  file: string
  from: string
  to: string
}

/** The mutations of the statements whose tests are in one file. */
export type MutationsOfFile = { tests: string; mutations: readonly Mutation[] }
