import { machine, type StateOf } from './machine.ts'

/** Acts of a tenant admin on an account. */
export const accountDecisions = ['approve', 'reject', 'suspend', 'resume'] as const
/** Acts of an account's own admins. */
export const accountCorrections = ['edit', 'reapply'] as const
export const accountMachine = machine({
  pending: {
    approve: { to: 'active', by: ['registry'] },
    reject: { to: 'rejected', by: ['registry'], reason: 'required' },
    edit: { to: 'pending', by: ['organisation'] },
  },
  active: {
    suspend: { to: 'suspended', by: ['registry'], reason: 'required' },
    edit: { to: 'active', by: ['organisation'] },
  },
  rejected: { reapply: { to: 'pending', by: ['organisation'] } },
  suspended: { resume: { to: 'active', by: ['registry'] } },
})
export type AccountStatus = StateOf<typeof accountMachine>

/** Signing in completes the setup. Of a deleted user only username and account remain. */
export const userMachine = machine({
  'SETUP IN PROGRESS': {
    setUp: { to: 'ACTIVE', by: ['person'] },
    delete: { to: 'DELETED', by: ['organisation', 'registry'] },
  },
  ACTIVE: {
    suspend: { to: 'SUSPENDED', by: ['organisation', 'registry'] },
    delete: { to: 'DELETED', by: ['organisation', 'registry'] },
  },
  SUSPENDED: {
    resume: { to: 'ACTIVE', by: ['organisation', 'registry'] },
    delete: { to: 'DELETED', by: ['organisation', 'registry'] },
  },
  DELETED: {},
})
export type UserStatus = StateOf<typeof userMachine>
