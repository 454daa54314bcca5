import type { MutationsOfFile } from './mutation.ts'

export const section6Mutations: readonly MutationsOfFile[] = [
  {
    tests: 'section-6-roles',
    mutations: [
      {
        statement: 234,
        kind: 'permission',
        file: 'shared/rules/permissions.ts',
        from: "'project.read': /*                     */ rule('published',",
        to: "'project.read': /*                     */ rule('none',",
      },
      {
        statement: 235,
        kind: 'permission',
        file: 'shared/rules/permissions.ts',
        from: "'project.create': /*                   */ rule('none', 'none', 'own',",
        to: "'project.create': /*                   */ rule('none', 'none', 'none',",
      },
      {
        statement: 237,
        kind: 'permission',
        file: 'shared/rules/permissions.ts',
        from: "'user.administer': /*                  */ rule('none', 'none', 'none', 'own',",
        to: "'user.administer': /*                  */ rule('none', 'none', 'none', 'none',",
      },
      {
        statement: 238,
        kind: 'permission',
        file: 'shared/rules/groups.ts',
        from: "group.endsWith('|TenantAdmin')",
        to: "group.endsWith('TenantAdmin')",
      },
      {
        statement: 239,
        kind: 'permission',
        file: 'shared/rules/groups.ts',
        from: "groups.includes(groupName({ tenantId, accountId, role: 'AccountAdmin' }))",
        to: "groups.some((group) => group.endsWith('|AccountAdmin'))",
      },
      {
        statement: 240,
        kind: 'permission',
        file: 'shared/rules/groups.ts',
        from: "?.find((group) => group.endsWith('|General'))",
        to: "?.findLast((group) => group.endsWith('|General'))",
      },
      {
        statement: 241,
        kind: 'field',
        file: 'shared/rules/groups.ts',
        from: 'record?.profile.sub ?? null',
        to: 'record?.id_token ?? null',
      },
    ],
  },
  {
    tests: 'section-6-admin-link',
    mutations: [
      {
        statement: 236,
        kind: 'permission',
        file: 'web/app/member-navigation.ts',
        from: "session.may('user.administer')\n    ?",
        to: "session.groups.includes('UserAdmin')\n    ?",
      },
    ],
  },
]
