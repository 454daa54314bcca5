import type { ParseKeys } from 'i18next'
import type { ListedAccount } from '#shared/contract/accounts.ts'
import type { Measurement } from '#shared/contract/measurements.ts'
import type { Methodology } from '#shared/contract/methodologies.ts'
import type { Transaction } from '#shared/contract/transactions.ts'
import type { User } from '#shared/contract/users.ts'
import type { Verification } from '#shared/contract/verifications.ts'
import type { ProjectStatus } from '#shared/rules/lifecycle/project.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'

interface Statuses {
  account: ListedAccount['status']
  user: User['status']
  project: ProjectStatus
  methodology: Methodology['status']
  measurement: Measurement['status']
  verification: Verification['status']
  settlement: Transaction['settlement']['state']
}
export type StatusKind = keyof Statuses
export type SettlementState = Statuses['settlement']

/** `word` is the status's text key. */
interface Look {
  tone: Tone
  word: ParseKeys
}

const looks: { [Kind in StatusKind]: Record<Statuses[Kind], Look> } = {
  account: {
    pending: { tone: 'waiting', word: 'status.account.pending' },
    active: { tone: 'good', word: 'status.account.active' },
    rejected: { tone: 'bad', word: 'status.account.rejected' },
    suspended: { tone: 'warn', word: 'status.account.suspended' },
  },
  user: {
    'SETUP IN PROGRESS': { tone: 'waiting', word: 'status.user.SETUP IN PROGRESS' },
    ACTIVE: { tone: 'good', word: 'status.user.ACTIVE' },
    SUSPENDED: { tone: 'warn', word: 'status.user.SUSPENDED' },
  },
  project: {
    draft: { tone: 'neutral', word: 'status.project.draft' },
    pending: { tone: 'waiting', word: 'status.project.pending' },
    approved: { tone: 'good', word: 'status.project.approved' },
    rejected: { tone: 'bad', word: 'status.project.rejected' },
    active: { tone: 'good', word: 'status.project.active' },
    suspended: { tone: 'warn', word: 'status.project.suspended' },
    withdrawn: { tone: 'neutral', word: 'status.project.withdrawn' },
  },
  methodology: {
    draft: { tone: 'neutral', word: 'methodologies.status.draft' },
    pending: { tone: 'waiting', word: 'methodologies.status.pending' },
    approved: { tone: 'good', word: 'methodologies.status.approved' },
    rejected: { tone: 'bad', word: 'methodologies.status.rejected' },
    deprecated: { tone: 'neutral', word: 'methodologies.status.deprecated' },
  },
  measurement: {
    scheduled: { tone: 'neutral', word: 'status.measurement.scheduled' },
    'in progress': { tone: 'waiting', word: 'status.measurement.in progress' },
    submitted: { tone: 'waiting', word: 'status.measurement.submitted' },
    accepted: { tone: 'good', word: 'status.measurement.accepted' },
    'changes requested': { tone: 'warn', word: 'status.measurement.changes requested' },
    rejected: { tone: 'bad', word: 'status.measurement.rejected' },
  },
  verification: {
    requested: { tone: 'neutral', word: 'status.verification.requested' },
    'in progress': { tone: 'waiting', word: 'status.verification.in progress' },
    'findings open': { tone: 'warn', word: 'status.verification.findings open' },
    verified: { tone: 'good', word: 'status.verification.verified' },
    'not verified': { tone: 'bad', word: 'status.verification.not verified' },
  },
  settlement: {
    recorded: { tone: 'waiting', word: 'transactions.settlement.recorded' },
    submitted: { tone: 'waiting', word: 'transactions.settlement.submitted' },
    confirmed: { tone: 'good', word: 'transactions.settlement.confirmed' },
    parked: { tone: 'bad', word: 'transactions.settlement.parked' },
  },
}

export const statusKinds = Object.keys(looks).filter((kind): kind is StatusKind => Object.hasOwn(looks, kind))

export function StatusBadge<Kind extends StatusKind>({ kind, status }: { kind: Kind; status: Statuses[Kind] }) {
  const { t } = useTranslation()
  const { tone, word } = looks[kind][status]
  return <Badge tone={tone}>{t(word)}</Badge>
}

/** Returns the statuses of a kind with their text keys. */
export function statusesOf(kind: StatusKind): { status: string; word: ParseKeys }[] {
  return Object.entries<Look>(looks[kind]).map(([status, { word }]) => ({ status, word }))
}
