import type { ParseKeys } from 'i18next'
import { z } from 'zod'
import { accountKind } from '#shared/contract/accounts.ts'
import { area } from '#shared/contract/area.ts'
import type { AuditLine } from '#shared/contract/audit.ts'
import { documentType } from '#shared/contract/documents.ts'
import { quantityOfYear } from '#shared/contract/fields.ts'
import { overlapVerdict } from '#shared/contract/overlaps.ts'
import { userRole } from '#shared/contract/users.ts'
import { namedBy } from '#shared/rules/audited.ts'
import { beneficiaryKinds, purposes } from '#shared/rules/claim.ts'
import { isFactName, projectFacts } from '#shared/rules/project-facts.ts'
import { isNothing } from '#shared/rules/same-fact.ts'
import { secondFactorRules } from '#shared/rules/second-factor.ts'
import { stepUpRules } from '#shared/rules/step-up.ts'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { useGroupInWords } from './group-in-words.ts'
import { useProjectWords } from './project-words.ts'
import { useQuantityOfYear } from './quantity-of-year.ts'
import { statusesOf, statusKinds } from './status.tsx'
import { useAreaText } from './use-area-text.ts'
import { withDays } from './with-days.ts'

const beneficiaryKind = z.enum(beneficiaryKinds)
const purpose = z.enum(purposes)
const secondFactorRule = z.enum(secondFactorRules)
const stepUpRule = z.enum(stepUpRules)
const days: ReadonlySet<string> = new Set([
  'dueDate',
  'endDate',
  'periodEnd',
  'periodStart',
  'startDate',
  'visitEnd',
  'visitStart',
])
const countries: ReadonlySet<string> = new Set(['beneficiaryCountry', 'country', 'countryOfConsumption'])
const quantities: ReadonlySet<string> = new Set([
  'approvalFrom',
  'dailyCap',
  'quantity',
  'rows',
  'movements',
  'firstLine',
  'lastLine',
  ...projectFacts.filter(({ kind }) => kind === 'quantity').map(({ name }) => name),
])

/** Returns a function that words a fact's value: names for ids, localised statuses and dates. */
export function useFactText({
  subject,
  names,
}: Pick<AuditLine, 'subject' | 'names'>): (field: string, value: unknown) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const groupInWords = useGroupInWords()
  const words = useProjectWords()
  const areaText = useAreaText()
  const textOfYear = useQuantityOfYear()
  function textOf(field: string, value: unknown): string {
    if (isNothing(value)) return t('audit.nothing')
    if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no')
    if (typeof value === 'number') return quantities.has(field) ? format.quantity(value) : String(value)
    if (Array.isArray(value)) return value.map((each) => textOf(field, each)).join('\n')
    if (typeof value !== 'string') {
      const stated = quantityOfYear.safeParse(value)
      if (stated.success) return textOfYear(stated.data)
      const read = area.safeParse(value)
      return read.success ? areaText(read.data) : JSON.stringify(value)
    }
    if (field === 'groups') return groupInWords(value, (id) => names[`account:${id}`])
    if (days.has(field)) return format.date(value)
    if (countries.has(field)) return format.country(value)
    if (isFactName(field) && (field !== 'type' || subject.startsWith('project:'))) return words.fact(field, value)
    const key = wordFor(field, value, subject)
    if (key) return t(key)
    const name = names[namedBy(field, value)[0] ?? '']
    return name ? withDays(name, format.date) : value
  }
  return textOf
}

/** Returns null for an unknown value of an old audit line. */
function wordFor(field: string, value: string, subject: string): ParseKeys | null {
  if (field === 'status') return statusWord(subject.slice(0, subject.indexOf(':')), value)
  if (field === 'beneficiaryKind') return word(beneficiaryKind, value, (kind) => `wallet.kind.${kind}`)
  if (field === 'purpose') return word(purpose, value, (known) => `claims.purposes.${known}`)
  if (field === 'type') return word(accountKind, value, (kind) => `accounts.kind.${kind}`)
  if (field === 'role') return word(userRole, value, (role) => `users.roles.${role}`)
  if (field === 'stepUp') return word(stepUpRule, value, (rule) => `registrySettings.stepUpRule.${rule}`)
  if (field === 'secondFactorFor')
    return word(secondFactorRule, value, (rule) => `registrySettings.secondFactor.${rule}`)
  if (field === 'verdict') return word(overlapVerdict, value, (verdict) => `projects.overlapVerdict.${verdict}`)
  if (field === 'documentType' || field === 'title')
    return word(documentType, value, (type) => `documents.types.${type}`)
  return null
}

function word<Value>(of: z.ZodType<Value>, value: string, keyOf: (known: Value) => ParseKeys): ParseKeys | null {
  const read = of.safeParse(value)
  return read.success ? keyOf(read.data) : null
}

function statusWord(of: string, status: string): ParseKeys | null {
  if (of === 'user' && status === 'DELETED') return 'audit.deleted'
  // A registry's statuses share an account's texts.
  const kind = of === 'tenant' ? 'account' : statusKinds.find((known) => known === of)
  return (kind && statusesOf(kind).find((known) => known.status === status)?.word) ?? null
}
