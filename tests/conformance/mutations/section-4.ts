import type { MutationsOfFile } from './mutation.ts'

export const section4Mutations: readonly MutationsOfFile[] = [
  {
    tests: 'section-4-session',
    mutations: [
      {
        statement: 192,
        kind: 'menu',
        file: 'web/app/member-navigation.ts',
        from: "{ to: paths.wallet, text: 'layout.wallet' }",
        to: "{ to: paths.contact, text: 'layout.contact' }",
      },
      {
        statement: 194,
        kind: 'limit',
        file: 'shared/rules/signed-in-record.ts',
        from: 'end < now / 1000',
        to: 'end < now / 1000 - 2',
      },
      {
        statement: 197,
        kind: 'text',
        file: 'shared/texts/en.json',
        from: '"Sign-in failed"',
        to: '"Sign-in refused"',
      },
      {
        statement: 203,
        kind: 'request',
        file: 'web/lib/use-sign-out.ts',
        from: 'extraQueryParams: { client_id: clientId }',
        to: 'extraQueryParams: { client: clientId }',
      },
      {
        statement: 204,
        kind: 'route',
        file: 'web/app/client.tsx',
        from: "problem.why === 'over') return\n    navigate('/', { replace: true })",
        to: "problem.why === 'over') return\n    navigate('/contact', { replace: true })",
      },
      {
        statement: 205,
        kind: 'text',
        file: 'web/lib/session.ts',
        from: "const tokenExpired = 'Token expired'",
        to: "const tokenExpired = 'Token has expired'",
      },
      {
        statement: 207,
        kind: 'interval',
        file: 'web/lib/use-read.ts',
        from: 'error.call !== firstCalls.readAccount.name || error.status !== 404',
        to: 'error.status > 0',
      },
    ],
  },
  {
    tests: 'section-4-statuses',
    mutations: [
      {
        statement: 208,
        kind: 'status',
        file: 'shared/texts/en.json',
        from: '"approved": "Approved"',
        to: '"approved": "Accepted"',
      },
      {
        statement: 215,
        kind: 'status',
        file: 'server/mrv/projects/project-facets.store.ts',
        from: "when ${open.isVerified} then 'verification'",
        to: "when ${open.isVerified} then 'measurement'",
      },
      {
        statement: 217,
        kind: 'status',
        file: 'server/mrv/projects/project-facets.store.ts',
        from: "p.end_date < ${today}::date then 'completed'",
        to: "p.end_date < ${today}::date then 'measurement'",
      },
      {
        statement: 220,
        kind: 'status',
        file: 'shared/texts/en.json',
        from: '"SETUP IN PROGRESS": "SETUP IN PROGRESS"',
        to: '"SETUP IN PROGRESS": "INVITED"',
      },
      {
        statement: 222,
        kind: 'text',
        file: 'shared/texts/parts/en.json',
        from: '"Generating..."',
        to: '"Generating…"',
      },
    ],
  },
]
