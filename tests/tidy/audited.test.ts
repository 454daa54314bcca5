import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { transactionType } from '#shared/contract/transactions.ts'
import { actsOf, auditedFields, auditedGroups, isAuditedAct, labelOf } from '#shared/rules/audited.ts'
import { permissions } from '#shared/rules/permissions.ts'
import { filesOf, root } from './files.ts'

/** Statements that write the audit log; TypeScript checks callers of `audit()`. */
const statements = filesOf(/^(server|commands|sandbox|migrations)\/.*(?<!\.test)\.(ts|sql)$/).flatMap(
  ({ path, text }) =>
    text
      .split('insert into audit_event')
      .slice(1)
      .map((rest) => ({ path, sql: rest.slice(0, rest.search(/`|\$\$|;\n/)) })),
)

/** The acts in a statement; null if TypeScript checks them. */
function actsIn(sql: string): string[] | null {
  if (/\$\{(line\.)?act\}/.test(sql)) return null
  return [...sql.matchAll(/'([a-z]+\.[a-z]+)'/gi)].map(([, act = '']) => act)
}

test('every act that SQL writes to the audit log is in the table of acts', () => {
  const written = statements.map(({ path, sql }) => ({ path, acts: actsIn(sql) }))
  expect(written.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['server/people/audit/audit.ts', 'server/import/load.store.ts']),
  )
  expect(written.filter(({ acts }) => acts?.length === 0)).toEqual([])
  expect(written.flatMap(({ acts }) => acts ?? []).filter((act) => !isAuditedAct(act))).toEqual([])
})

test('every movement, whose own row is its line of the audit log, is in the table of acts', () => {
  expect(transactionType.options.filter((type) => !isAuditedAct(`units.${type}`))).toEqual([])
})

describe.each(['en', 'fr', 'sw'])('in %s', (language) => {
  const texts = ['later/', ''].map((home): unknown =>
    JSON.parse(readFileSync(join(root, `shared/texts/${home}${language}.json`), 'utf8')),
  )
  const hasText = (key: string) =>
    texts.some((home) => [key, `${key}_other`].some((each) => typeof textAt(home, each) === 'string'))

  test('every act of the audit log has its sentence', () => {
    const acts = auditedGroups.flatMap(actsOf)
    expect(acts.filter((act) => !hasText(`audit.did.${act}`))).toEqual([])
    expect(auditedGroups.filter((group) => !hasText(`audit.group.${group}`))).toEqual([])
  })

  test('every fact of the audit log has its label', () => {
    expect(auditedFields.map(labelOf).filter((label) => !hasText(label))).toEqual([])
  })

  test('every act that a role may do has a text', () => {
    expect(Object.keys(permissions).filter((act) => !hasText(`roles.act.${act}`))).toEqual([])
  })
})

function textAt(texts: unknown, key: string): unknown {
  return key.split('.').reduce<unknown>((branch, name) => new Map(Object.entries(branch ?? {})).get(name), texts)
}
