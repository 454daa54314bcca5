import { machine, type StateOf } from './machine.ts'

/** `draft` with its acts serves a version that is written before it is proposed; today proposing makes it pending at once. */
export const methodologyMachine = machine({
  draft: { submit: { to: 'pending', by: ['organisation'] } },
  pending: {
    approve: { to: 'approved', by: ['registry'] },
    reject: { to: 'rejected', by: ['registry'], reason: 'required' },
  },
  approved: { deprecate: { to: 'deprecated', by: ['registry'] } },
  rejected: { reopen: { to: 'draft', by: ['organisation'] } },
  deprecated: {},
})
export type MethodologyStatus = StateOf<typeof methodologyMachine>
