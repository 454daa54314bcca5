import type { MutationsOfFile } from './mutation.ts'

export const section3Mutations: readonly MutationsOfFile[] = [
  {
    tests: 'section-3-entities',
    mutations: [
      {
        statement: 152,
        kind: 'field',
        file: 'server/mrv/projects/projects.store.ts',
        from: 'p.id, p.id as "projectId"',
        to: 'p.number::text as id, p.id as "projectId"',
      },
      {
        statement: 155,
        kind: 'field',
        file: 'server/mrv/projects/projects.store.ts',
        from: 'units.minted as "assetsMinted"',
        to: 'units.held as "assetsMinted"',
      },
      {
        statement: 157,
        kind: 'field',
        file: 'server/mrv/projects/projects.store.ts',
        from: "units.minted > 0 or p.status = 'active' as",
        to: 'units.minted > 0 or true as',
      },
      {
        statement: 175,
        kind: 'field',
        file: 'server/mrv/projects/projects.store.ts',
        from: 'wireTime(sql, sql`p.changed_at`)',
        to: 'wireTime(sql, sql`p.created_at`)',
      },
      {
        statement: 160,
        kind: 'field',
        file: 'server/mrv/projects/projects.store.ts',
        from: "|| p.account_id || ':' || p.id as",
        to: '|| p.id as',
      },
      {
        statement: 177,
        kind: 'field',
        file: 'server/mrv/projects/project-view.ts',
        from: "newest('Measurement')",
        to: "newest('PDS')",
      },
      {
        statement: 179,
        kind: 'field',
        file: 'server/mrv/projects/projects.store.ts',
        from: 'epoch from p.changed_at',
        to: 'epoch from p.created_at',
      },
      {
        statement: 166,
        kind: 'field',
        file: 'server/people/users/users.store.ts',
        from: 'u.last_name as "lastName"',
        to: 'u.first_name as "lastName"',
      },
      {
        statement: 171,
        kind: 'field',
        file: 'shared/rules/groups.ts',
        from: 'return [tenantId, accountId, role]',
        to: 'return [accountId, tenantId, role]',
      },
    ],
  },
  {
    tests: 'section-3-market',
    mutations: [
      {
        statement: 181,
        kind: 'field',
        file: 'server/mrv/market/offers.ts',
        from: 'sortPrice: row.price,',
        to: 'sortPrice: row.price * 2,',
      },
      {
        statement: 183,
        kind: 'field',
        file: 'server/mrv/market/offers.ts',
        from: "verified: row.kind !== 'expected'",
        to: "verified: row.kind === 'issued'",
      },
      {
        statement: 184,
        kind: 'field',
        file: 'server/mrv/market/offers.ts',
        from: 'nfsw: row.isFlagged',
        to: 'nfsw: false',
      },
      {
        statement: 185,
        kind: 'field',
        file: 'server/mrv/market/offers.ts',
        from: "lazyMinted: row.kind === 'verified'",
        to: "lazyMinted: row.kind !== 'issued'",
      },
    ],
  },
]
