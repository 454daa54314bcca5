import { parseGroup } from './groups.ts'
import { registryWordNames, translations } from './languages.ts'
import { tenantLimits } from './limits.ts'
import { type FactName, factNamed, projectFacts } from './project-facts.ts'

/** The acts of the audit log; their sentences are under `audit.did`. */
const auditedActs = {
  account: [
    'create',
    'edit',
    'reapply',
    'approve',
    'reject',
    'suspend',
    'resume',
    'letReceive',
    'stopReceiving',
    'protect',
    'weaken',
    'weakened',
    'keep',
    'stop',
    'stopByLink',
    'liftStop',
    'join',
    'decline',
    'quit',
  ],
  user: [
    'arrive',
    'invite',
    'resend',
    'setUp',
    'update',
    'prefer',
    'address',
    'password',
    'endSessions',
    'factors',
    'notMe',
    'regroup',
    'reset',
    'resetFactors',
    'signOut',
    'leave',
    'delete',
  ],
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
    'overlap',
    'import',
    'complete',
  ],
  methodology: [
    'document',
    'create',
    'edit',
    'allow',
    'propose',
    'submit',
    'return',
    'reopen',
    'approve',
    'reject',
    'deprecate',
  ],
  measurement: ['document', 'open', 'reschedule', 'start', 'submit', 'accept', 'requestChanges', 'reject'],
  verification: [
    'document',
    'request',
    'start',
    'planVisit',
    'openFinding',
    'check',
    'uncheck',
    'respond',
    'ask',
    'close',
    'closeFindings',
    'verify',
    'refuse',
    'stateYears',
  ],
  finding: ['document'],
  document: ['open', 'change', 'remove'],
  auditorLink: ['make', 'revoke', 'open', 'save'],
  recipient: ['ask', 'add', 'refuse', 'withdraw', 'expire', 'remove'],
  task: ['assign'],
  offer: ['make', 'withdraw'],
  units: ['mint', 'transfer', 'claim', 'correct', 'reissue', 'burn'],
  pending: ['prepare', 'approve', 'accept', 'refuse', 'withdraw', 'undo'],
  mint: ['import', 'complete'],
  block: ['import', 'complete'],
  settlement: ['retry'],
  tenant: [
    'create',
    'change',
    'weaken',
    'weakened',
    'keep',
    'suspend',
    'resume',
    'joinBeneficiaries',
    'partBeneficiary',
  ],
  incident: ['open', 'update', 'resolve', 'correct'],
} as const

type Groups = typeof auditedActs
export type AuditedGroup = keyof Groups
export type AuditedAct = { [Group in AuditedGroup]: `${Group}.${Groups[Group][number]}` }[AuditedGroup]

/** Whether the act exists. The log is permanent, so old lines may name removed acts. */
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

/** Fields in `before` and `after` with a label under `audit.field`. */
const ownFields = [
  'accent',
  'about',
  'acceptsTransfers',
  'account',
  'accountId',
  'admin',
  'approvalFrom',
  'area',
  'areNamesChanged',
  'baseline',
  'beneficiary',
  'beneficiaryCountry',
  'beneficiaryKind',
  'byYear',
  'assetName',
  'assetNamePlural',
  'assignee',
  'auditor',
  'claimsOfStoppedProjects',
  'contactAddress',
  'contactEmail',
  'country',
  'countryOfConsumption',
  'currency',
  'dailyCap',
  'declaration',
  'description',
  'documentId',
  'documentType',
  'dueDate',
  'enableMarketplace',
  'endDate',
  'endsOn',
  'files',
  'finding',
  'firstLine',
  'from',
  'gross',
  'groups',
  'hosts',
  'id',
  'imageFileName',
  'isPublic',
  'joinedWith',
  'language',
  'languageSelection',
  'lastLine',
  'latitude',
  'leakage',
  'longitude',
  'measurementEvidence',
  'measurementId',
  'measurementProviderId',
  'methodologyId',
  'movements',
  'name',
  'newRecipientCap',
  'noConflictOfInterest',
  'onlyListed',
  'openRegistration',
  'originId',
  'originalName',
  'overlapWith',
  'owner',
  'ownerSide',
  'periodEnd',
  'periodStart',
  'price',
  'projectId',
  'projectName',
  'projectTypes',
  'providers',
  'purpose',
  'purposeDetail',
  'quantity',
  'quantityReason',
  'reason',
  'registrationNumber',
  'role',
  'rows',
  'serialPrefix',
  'secondFactorFor',
  'sha256',
  'startDate',
  'statement',
  'status',
  'stepUp',
  'stepUpFactorFrom',
  'sustainabilityStatement',
  'tagline',
  'tellByMail',
  'title',
  'to',
  'transfersOfStoppedProjects',
  'type',
  'uncertainty',
  'undoClaimsMinutes',
  'undoTransfersMinutes',
  'verdict',
  'verificationEvidence',
  'verificationProviderId',
  'version',
  'visitEnd',
  'visitStart',
  'website',
  'years',
  ...translations.map((language) => `projectTypeNames.${language}` as const),
  ...tenantLimits.map((limit) => `limits.${limit}` as const),
  ...translations.flatMap((language) => registryWordNames.map((word) => `texts.${language}.${word}` as const)),
] as const
export type AuditedField = (typeof ownFields)[number] | FactName
export const auditedFields: readonly AuditedField[] = [
  ...new Set([...ownFields, ...projectFacts.map(({ name }) => name)]),
]

export function isAuditedField(name: string): name is AuditedField {
  return auditedFields.some((field) => field === name)
}

/** The text key of a field's label. */
export function labelOf(field: AuditedField) {
  return isOwnField(field) ? (`audit.field.${field}` as const) : factNamed(field).label
}

function isOwnField(name: string): name is (typeof ownFields)[number] {
  return ownFields.some((field) => field === name)
}

const kindOfField: Partial<Record<string, string>> = {
  account: 'account',
  accountId: 'account',
  from: 'account',
  to: 'account',
  measurementProviderId: 'account',
  verificationProviderId: 'account',
  providers: 'account',
  admin: 'user',
  assignee: 'user',
  projectId: 'project',
  methodologyId: 'methodology',
  measurementId: 'measurement',
} satisfies Partial<Record<AuditedField, string>>

/** Returns the objects that a field refers to, as `kind:id`; empty for a plain value. */
export function namedBy(field: string, value: unknown): string[] {
  if (field === 'groups' && Array.isArray(value)) {
    const accountIds = value.map((group) => (typeof group === 'string' ? parseGroup(group)?.accountId : null))
    return accountIds.filter((id) => id != null).map((id) => `account:${id}`)
  }
  const kind = Object.hasOwn(kindOfField, field) ? kindOfField[field] : undefined
  return kind !== undefined && typeof value === 'string' ? [`${kind}:${value}`] : []
}
