import { z } from 'zod'
import type { QuantityOfYear } from '#shared/rules/calendar-years.ts'
import { daysSince } from '#shared/rules/days-since.ts'
import { listAccounts } from './accounts.ts'
import { listAudit } from './audit.ts'
import { listClaims } from './claims.ts'
import { exportOf } from './export.ts'
import { listOf } from './fields.ts'
import { listHolders } from './holders.ts'
import { listMeasurements } from './measurements.ts'
import { listMethodologies } from './methodologies.ts'
import { listMyProjects, listProjects, projectSummary } from './projects.ts'
import { listTasks } from './tasks.ts'
import { listTransactions } from './transactions.ts'
import { listUsers } from './users.ts'
import { listVerifications } from './verifications.ts'
import { listBalances } from './wallet.ts'

type Waiting = { status: string; since: string | null }

function daysWaiting({ status, since }: Waiting, asOf: Date): number | null {
  return status === 'pending' && since !== null ? daysSince(since, asOf.valueOf()) : null
}

function yearsOf(byYear: readonly QuantityOfYear[] | null): string[] | undefined {
  return byYear?.map(({ year, quantity }) => `${year}: ${quantity}`)
}

const projectColumns = {
  projectKey: 'projects.projectId',
  projectId: 'facets.id',
  accountId: 'columns.accountId',
  projectName: 'projects.column.project',
  proponent: 'projects.proponent',
  methodology: 'projects.column.methodology',
  type: 'projects.type',
  country: { label: 'projects.country', words: 'country' },
  longitude: 'projects.longitude',
  latitude: 'projects.latitude',
  status: { label: 'projects.column.status', words: 'status.project' },
  stage: { label: 'facets.name.stage', words: 'projects.stage' },
  startDate: 'projects.startDate',
  endDate: 'projects.endDate',
  assetsMinted: 'projects.column.minted',
  assetsAvailable: 'projects.available',
  createdAt: 'projects.column.created',
  statusSince: 'columns.statusSince',
} as const

export const exportProjects = exportOf(
  {
    ...listProjects,
    reply: listOf(
      projectSummary.extend({
        overlapsUndecided: z.int().optional().describe('of a pending project, with isAdmin=true'),
      }),
    ),
  },
  {
    ...projectColumns,
    daysWaiting: {
      label: 'review.waiting',
      of: ({ status, statusSince }, asOf) => daysWaiting({ status, since: statusSince }, asOf),
    },
    overlapsUndecided: 'review.overlapsUndecided',
  },
)

export const exportMyProjects = exportOf(listMyProjects, projectColumns)

export const exportHolders = exportOf(listHolders, {
  accountId: 'columns.accountId',
  name: 'holders.account',
  units: 'holders.units',
})

export const exportMethodologies = exportOf(listMethodologies, {
  methodologyId: 'columns.methodologyId',
  accountId: 'columns.accountId',
  name: 'methodologies.column.methodology',
  version: 'methodologies.column.version',
  document: 'methodologies.column.document',
  status: { label: 'methodologies.column.status', words: 'methodologies.status' },
  measurementProviders: 'methodologies.column.measurementProviders',
  verificationProviders: 'methodologies.column.verificationProviders',
  createdAt: 'methodologies.created',
  daysWaiting: {
    label: 'review.waiting',
    of: ({ status, createdAt }, asOf) => daysWaiting({ status, since: createdAt }, asOf),
  },
})

const outcomeColumns = {
  projectId: 'facets.id',
  projectKey: 'projects.projectId',
  project: 'measurements.column.project',
  accountId: 'columns.accountId',
  account: 'measurements.column.account',
  methodologyId: 'columns.methodologyId',
  methodology: 'measurements.column.methodology',
  methodologyVersion: 'methodologies.column.version',
  periodStart: 'measurements.periodStart',
  periodEnd: 'measurements.periodEnd',
  dueDate: 'measurements.column.dueDate',
} as const

export const exportMeasurements = exportOf(listMeasurements, {
  measurementId: 'columns.measurementId',
  ...outcomeColumns,
  quantity: 'measurements.column.quantity',
  byYear: { label: 'years.quantity', of: ({ byYear }) => yearsOf(byYear) },
  status: { label: 'measurements.column.status', words: 'status.measurement' },
  created: 'measurements.column.created',
})

export const exportVerifications = exportOf(listVerifications, {
  verificationId: 'columns.verificationId',
  measurementId: 'columns.measurementId',
  ...outcomeColumns,
  measured: 'verifications.measured',
  quantity: 'verifications.verified',
  byYear: { label: 'years.verified', of: ({ byYear }) => yearsOf(byYear) },
  issued: 'verifications.issued',
  available: 'verifications.available',
  status: { label: 'measurements.column.status', words: 'status.verification' },
  created: 'measurements.column.created',
  decidedAt: 'verifications.decidedAt',
})

export const exportTasks = exportOf(listTasks, {
  kind: { label: 'tasks.column.task', words: 'tasks.kind' },
  subjectId: 'audit.subjectId',
  name: 'tasks.column.about',
  isReturned: 'tasks.returned',
  accountId: 'columns.accountId',
  account: 'projects.column.account',
  projectId: 'facets.id',
  projectKey: 'projects.projectId',
  proponent: 'projects.proponent',
  type: 'projects.type',
  country: { label: 'projects.country', words: 'country' },
  periodStart: 'measurements.periodStart',
  periodEnd: 'measurements.periodEnd',
  since: 'review.waitingSince',
  daysWaiting: { label: 'tasks.column.waiting', of: ({ since }, asOf) => since && daysSince(since, asOf.valueOf()) },
  dueDate: 'tasks.column.due',
  overdue: 'tasks.overdue',
  assigneeUsername: { label: 'audit.username', of: ({ assignee }) => assignee?.username },
  assigneeName: { label: 'tasks.column.assignee', of: ({ assignee }) => assignee?.name },
})

export const exportBalances = exportOf(listBalances, {
  assetId: 'columns.assetId',
  projectId: 'facets.id',
  projectKey: 'projects.projectId',
  projectName: 'wallet.column.project',
  vintage: 'wallet.column.vintage',
  balance: 'wallet.column.balance',
  locked: 'wallet.column.locked',
  retired: 'projects.retired',
  serials: { label: 'wallet.column.serials', of: ({ serials }) => serials.map(({ serial }) => serial) },
  rangeCount: 'columns.rangeCount',
})

export const exportTransactions = exportOf(listTransactions, {
  transactionId: 'records.transactionId',
  type: { label: 'activity.column.type', words: 'transactions.type' },
  project: 'activity.column.project',
  projectKey: 'projects.projectId',
  fromAccountId: { label: 'columns.fromAccountId', of: ({ from }) => from?.accountId },
  fromName: { label: 'activity.column.from', of: ({ from }) => from?.name },
  toAccountId: { label: 'columns.toAccountId', of: ({ to }) => to?.accountId },
  toName: { label: 'activity.column.to', of: ({ to }) => to?.name },
  quantity: 'activity.column.quantity',
  when: 'activity.column.when',
  reason: 'wallet.reason',
  claimId: 'columns.claimId',
  settlement: {
    label: 'claims.settlement',
    of: ({ settlement }) => settlement.state,
    words: 'transactions.settlement',
  },
  transactionHash: { label: 'records.chainTransaction', of: ({ settlement }) => settlement.transactionHash },
})

/** The private words are the claiming account's, in its own list. */
export const exportClaims = exportOf(
  { ...listClaims, query: listClaims.query.omit({ serials: true }) },
  {
    claimId: 'columns.claimId',
    claimNumber: 'claims.column.number',
    beneficiary: 'claims.column.beneficiary',
    beneficiaryKind: { label: 'wallet.beneficiaryKind', words: 'wallet.kind' },
    beneficiaryCountry: { label: 'claims.beneficiaryCountry', words: 'country' },
    accountId: 'columns.accountId',
    retiredBy: 'claims.retiredBy',
    project: 'claims.column.project',
    projectKey: 'projects.projectId',
    vintage: 'claims.column.vintage',
    quantity: 'claims.column.quantity',
    quantityOfProject: 'columns.quantityOfProject',
    serials: 'claims.serials',
    purpose: { label: 'claims.purpose', words: 'claims.purposes' },
    claimedAt: 'claims.column.when',
    transactionId: 'records.transactionId',
    settlement: { label: 'claims.settlement', words: 'transactions.settlement' },
    isImported: 'columns.isImported',
    ownReference: { label: 'wallet.ownReference', of: ({ own }) => own?.ownReference },
    privateNote: { label: 'claims.own.privateNote', of: ({ own }) => own?.privateNote },
    notifyEmail: { label: 'wallet.notifyEmail', of: ({ own }) => own?.notifyEmail },
    notifiedAt: { label: 'claims.own.notifiedAt', of: ({ own }) => own?.notifiedAt },
  },
)

export const exportAccounts = exportOf(listAccounts, {
  accountId: 'columns.accountId',
  name: 'review.account.name',
  type: { label: 'review.account.type', words: 'accounts.kind' },
  country: { label: 'review.account.country', words: 'country' },
  registrationNumber: 'audit.field.registrationNumber',
  website: 'audit.field.website',
  status: { label: 'review.account.status', words: 'status.account' },
  createdAt: 'review.account.since',
  appliedAt: 'columns.appliedAt',
  daysWaiting: {
    label: 'review.waiting',
    of: ({ status, appliedAt }, asOf) => daysWaiting({ status, since: appliedAt }, asOf),
  },
})

export const exportUsers = exportOf(listUsers, {
  username: 'audit.username',
  firstName: 'users.firstName',
  lastName: 'users.lastName',
  email: 'users.email',
  status: { label: 'projects.column.status', words: 'status.user' },
  role: { label: 'users.role', words: 'users.roles' },
  accountId: 'columns.accountId',
  account: 'projects.column.account',
  createdAt: 'columns.createdAt',
})

export const exportAudit = exportOf(listAudit, {
  sequence: 'audit.number',
  at: 'audit.exactTime',
  actor: 'audit.username',
  actorName: 'audit.actor',
  act: 'audit.act',
  subject: 'audit.subjectId',
  subjectName: { label: 'columns.subjectName', of: ({ subject, names }) => names[subject] },
  before: 'audit.was',
  after: 'audit.is',
  address: 'columns.address',
  requestId: 'audit.request',
})
