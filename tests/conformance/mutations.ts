/** A change of one line of the product that the test of one statement notices, and no other test beside it. */
export type Mutation = {
  what: string
  file: string
  from: string
  to: string
  /** The file of the statement's test. */
  tests: string
  statement: number
}

/** One of each kind: a text, a column, an interval, a limit and a route. `npm run mutations` tries them. */
export const mutations: readonly Mutation[] = [
  {
    what: 'a text',
    file: 'shared/texts/en.json',
    from: '"User deleted successfully."',
    to: '"User removed successfully."',
    tests: 'section-8-texts',
    statement: 297,
  },
  {
    what: 'a column',
    file: 'web/features/activity/activity-page.tsx',
    from: "label: t('activity.column.record')",
    to: "label: t('activity.column.when')",
    tests: 'section-2-lists',
    statement: 137,
  },
  {
    what: 'an interval',
    file: 'web/lib/use-read.ts',
    from: 'focusThrottleMs: 5_000',
    to: 'focusThrottleMs: 9_000',
    tests: 'section-9-reads',
    statement: 316,
  },
  {
    what: 'a limit',
    file: 'web/app/auth.ts',
    from: 'staleStateAgeInSeconds: 900',
    to: 'staleStateAgeInSeconds: 9_000',
    tests: 'section-9-sign-in',
    statement: 322,
  },
  {
    what: 'a route',
    file: 'shared/rules/paths.ts',
    from: "activity: '/activity'",
    to: "activity: '/transactions'",
    tests: 'section-2-routes',
    statement: 31,
  },
]
