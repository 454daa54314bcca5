import { parseGroup } from './groups.ts'

/**
 * Every act that the audit log may tell of, by what it is done to: `project.approve`. Whoever writes to the log takes its
 * act from here, and every act has its sentence in three languages under `audit.did`.
 */
const auditedActs = {
  account: ['create', 'edit', 'reapply', 'approve', 'reject', 'suspend', 'resume'],
  user: ['arrive', 'invite', 'resend', 'setUp', 'update', 'prefer', 'regroup', 'reset', 'delete'],
  project: [
    'create',
    'edit',
    'image',
    'document',
    'submit',
    'approve',
    'reject',
    'return',
    'reopen',
    'activate',
    'suspend',
    'resume',
    'withdraw',
    'import',
  ],
  methodology: ['propose', 'approve', 'reject', 'deprecate'],
  measurement: ['open', 'submit', 'accept', 'requestChanges', 'reject'],
  verification: ['request', 'start', 'verify', 'refuse'],
  units: ['mint', 'transfer', 'claim', 'burn'],
  mint: ['import'],
  block: ['import'],
  settlement: ['retry'],
  tenant: ['create', 'change', 'suspend', 'resume'],
} as const

type Groups = typeof auditedActs
export type AuditedGroup = keyof Groups
export type AuditedAct = { [Group in AuditedGroup]: `${Group}.${Groups[Group][number]}` }[AuditedGroup]

/** The log keeps acts for good, so that an old line may name one that is no longer done. */
export function isAuditedAct(act: string): act is AuditedAct {
  const [group = '', name, ...rest] = act.split('.')
  return rest.length === 0 && isAuditedGroup(group) && auditedActs[group].some((each) => each === name)
}

export function isAuditedGroup(text: string): text is AuditedGroup {
  return Object.hasOwn(auditedActs, text)
}

export const auditedGroups = Object.keys(auditedActs).filter(isAuditedGroup)

export function actsOf(group: AuditedGroup): AuditedAct[] {
  return auditedActs[group].map((name) => `${group}.${name}`).filter(isAuditedAct)
}

/** What before and after may hold; each has its label under `audit.field`. */
export const auditedFields = [
  'accent',
  'account',
  'accountId',
  'admin',
  'areNamesChanged',
  'assetName',
  'assetNamePlural',
  'contactAddress',
  'contactEmail',
  'country',
  'description',
  'documentId',
  'documentType',
  'enableMarketplace',
  'endDate',
  'firstLine',
  'from',
  'groups',
  'hosts',
  'id',
  'imageFileName',
  'language',
  'languageSelection',
  'lastLine',
  'latitude',
  'limits.accountUsers',
  'limits.documentBytes',
  'limits.imageBytes',
  'limits.projectDocuments',
  'location',
  'longitude',
  'measurementId',
  'measurementProviderId',
  'methodologyId',
  'movements',
  'name',
  'noConflictOfInterest',
  'openRegistration',
  'originalName',
  'owner',
  'periodEnd',
  'periodStart',
  'projectId',
  'projectName',
  'quantity',
  'reason',
  'registrationNumber',
  'rows',
  'serialPrefix',
  'sha256',
  'startDate',
  'statement',
  'status',
  'sustainabilityStatement',
  'tagline',
  'tellByMail',
  'texts.fr.assetName',
  'texts.fr.assetNamePlural',
  'texts.fr.contactAddress',
  'texts.fr.name',
  'texts.fr.tagline',
  'texts.sw.assetName',
  'texts.sw.assetNamePlural',
  'texts.sw.contactAddress',
  'texts.sw.name',
  'texts.sw.tagline',
  'to',
  'type',
  'verificationProviderId',
  'version',
  'website',
] as const
export type AuditedField = (typeof auditedFields)[number]

export function isAuditedField(name: string): name is AuditedField {
  return auditedFields.some((field) => field === name)
}

/** The fields that hold the id of something that has a name. */
const kindOfField: Partial<Record<string, string>> = {
  account: 'account',
  accountId: 'account',
  from: 'account',
  to: 'account',
  measurementProviderId: 'account',
  verificationProviderId: 'account',
  admin: 'user',
  projectId: 'project',
  methodologyId: 'methodology',
  measurementId: 'measurement',
} satisfies Partial<Record<AuditedField, string>>

/** What a value of before or after names, each as `kind:id`; nothing where it is a plain value. */
export function namedBy(field: string, value: unknown): string[] {
  if (field === 'groups' && Array.isArray(value)) {
    const accountIds = value.map((group) => (typeof group === 'string' ? parseGroup(group)?.accountId : null))
    return accountIds.filter((id) => id != null).map((id) => `account:${id}`)
  }
  const kind = Object.hasOwn(kindOfField, field) ? kindOfField[field] : undefined
  return kind !== undefined && typeof value === 'string' ? [`${kind}:${value}`] : []
}
