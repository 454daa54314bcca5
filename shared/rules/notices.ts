import type { AccountRole } from './account-roles.ts'
import type { QuantityOfYear } from './calendar-years.ts'
import type { Role } from './groups.ts'
import {
  accountReviewPath,
  holdingsPath,
  methodologyPath,
  myTasksPath,
  paths,
  projectPath,
  recordPath,
  reviewPath,
  serviceStatusPath,
  workPath,
} from './paths.ts'
import { pendingPath } from './pending-path.ts'

/** Facts at the time of the act. Names and reasons are as entered. */
export type NoticeFacts = Partial<
  Record<
    | 'account'
    | 'accountId'
    | 'ownAccount'
    | 'formerName'
    | 'methodology'
    | 'methodologyId'
    | 'version'
    | 'project'
    | 'projectId'
    | 'projectKey'
    | 'measurementId'
    | 'verificationId'
    | 'transactionId'
    | 'periodStart'
    | 'periodEnd'
    | 'visitStart'
    | 'visitEnd'
    | 'finding'
    | 'reason'
    | 'by'
    | 'serials'
    | 'about'
    | 'dueDate',
    string | undefined
  > & { role: Role | AccountRole | undefined; quantity: number | undefined; byYear: QuantityOfYear[] | undefined }
>

const toProfile = () => paths.profile
/** `accountId` is for admins of the registry. */
const toAccount = ({ accountId }: NoticeFacts) => (accountId === undefined ? paths.wallet : holdingsPath(accountId))
const toProject = ({ projectKey = '' }: NoticeFacts) => projectPath(projectKey)
const toMethodology = ({ methodologyId = '' }: NoticeFacts) => methodologyPath(methodologyId)
const toMeasurement = ({ projectId = '', measurementId = '' }: NoticeFacts) =>
  workPath('measurements', projectId, measurementId)
const toVerification = ({ projectId = '', verificationId = '' }: NoticeFacts) =>
  workPath('verifications', projectId, verificationId)
const toStatus = () => serviceStatusPath
const toPending = ({ transactionId = '' }: NoticeFacts) => pendingPath(transactionId)
const toRecord = ({ transactionId = '' }: NoticeFacts) => recordPath(transactionId)

/** The screen of each kind. Kinds are named like audited acts; sentences are `notices.sentence.{kind}`. */
const screenOf = {
  'account.create': () => reviewPath('accounts'),
  'account.edit': ({ account = '', accountId = account }) => accountReviewPath(accountId),
  'account.reapply': () => reviewPath('accounts'),
  'account.approve': toProfile,
  'account.reject': toProfile,
  'account.suspend': toProfile,
  'account.resume': toProfile,
  'account.stop': toAccount,
  'account.stopByLink': toAccount,
  'account.liftStop': toAccount,
  'account.weaken': toProfile,
  'account.invite': toProfile,
  'account.join': () => paths.userAdmin,
  'account.decline': () => paths.userAdmin,
  'account.quit': () => paths.userAdmin,
  'tenant.weaken': () => reviewPath('settings'),
  'recipient.add': toProfile,
  'recipient.ask': toProfile,
  'recipient.refuse': toProfile,
  'recipient.withdraw': toProfile,
  'recipient.expire': toProfile,
  'auditorLink.make': toProfile,
  'auditorLink.revoke': toProfile,
  'user.setUp': () => paths.userAdmin,
  'user.address': () => paths.userAdmin,
  'user.notMe': () => paths.userAdmin,
  'user.resetFactors': toProfile,
  'user.signOut': toProfile,
  'user.role': toProfile,
  'user.roleEnds': toProfile,
  'user.suspend': toProfile,
  'user.resume': toProfile,
  'user.leave': toProfile,
  'project.document': toProject,
  'project.documentRemoved': toProject,
  'project.submit': toProject,
  'project.approve': toProject,
  'project.reject': toProject,
  'project.return': toProject,
  'project.reopen': toProject,
  'project.suspend': toProject,
  'project.resume': toProject,
  'project.withdraw': toProject,
  'methodology.document': toMethodology,
  'methodology.documentRemoved': toMethodology,
  'methodology.propose': toMethodology,
  'methodology.return': toMethodology,
  'methodology.approve': toMethodology,
  'methodology.reject': toMethodology,
  'methodology.deprecate': toMethodology,
  'measurement.document': toMeasurement,
  'measurement.documentRemoved': toMeasurement,
  'measurement.open': toMeasurement,
  'measurement.reschedule': toMeasurement,
  'measurement.start': toMeasurement,
  'measurement.submit': toMeasurement,
  'measurement.accept': toMeasurement,
  'measurement.requestChanges': toMeasurement,
  'measurement.reject': toMeasurement,
  'measurement.due': toMeasurement,
  'measurement.overdue': toMeasurement,
  'finding.document': toVerification,
  'finding.documentRemoved': toVerification,
  'verification.request': toVerification,
  'verification.start': toVerification,
  'verification.planVisit': toVerification,
  'verification.openFinding': toVerification,
  'verification.respond': toVerification,
  'verification.ask': toVerification,
  'verification.close': toVerification,
  'verification.due': toVerification,
  'verification.overdue': toVerification,
  'verification.verify': toVerification,
  'verification.refuse': toVerification,
  'verification.stateYears': toVerification,
  'task.assign': () => myTasksPath,
  'incident.open': toStatus,
  'incident.update': toStatus,
  'incident.resolve': toStatus,
  'units.mint': toRecord,
  'units.transfer': toRecord,
  'units.send': toRecord,
  'units.claim': toRecord,
  'units.correct': toRecord,
  'units.reissue': () => paths.myClaims,
  'units.burn': toRecord,
  'units.suspend': toProject,
  'units.resume': toProject,
  'units.withdraw': toProject,
  'pending.approval': toPending,
  'pending.acceptance': toPending,
  'pending.offered': toPending,
  'pending.undo': toPending,
  'pending.done': toRecord,
  'pending.refused': toPending,
  'pending.withdrawn': toPending,
  'pending.expired': toPending,
  'pending.failed': toPending,
} as const satisfies Record<string, (facts: NoticeFacts) => string>

export type NoticeKind = keyof typeof screenOf

export type Notice = { kind: NoticeKind; facts: NoticeFacts }

export const noticeKinds = Object.keys(screenOf) as [NoticeKind, ...NoticeKind[]]

/** Units that leave an account, changes of sign-ins, stops and weaker protections: their letters are sent without delay. */
export const urgentKinds: readonly NoticeKind[] = [
  'units.send',
  'units.claim',
  'units.burn',
  'pending.approval',
  'user.role',
  'user.suspend',
  'user.resume',
  'user.leave',
  'user.address',
  'user.notMe',
  'user.resetFactors',
  'user.signOut',
  'account.stop',
  'account.stopByLink',
  'account.liftStop',
  'account.weaken',
  'account.join',
  'account.quit',
  'tenant.weaken',
  'recipient.add',
  'recipient.ask',
]

/** Their letters have a link that stops the reader's account. */
export const movementKinds: readonly NoticeKind[] = [
  'units.mint',
  'units.transfer',
  'units.send',
  'units.claim',
  'units.burn',
  'pending.approval',
  'pending.offered',
  'pending.undo',
  'account.weaken',
  'recipient.add',
  'recipient.ask',
]

export function noticePath({ kind, facts }: Notice): string {
  return screenOf[kind](facts)
}
