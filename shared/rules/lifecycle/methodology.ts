import { machine, type StateOf } from './machine.ts'

/** An approved version never changes; changes need a new version. */
export const methodologyMachine = machine({
  draft: { submit: { to: 'pending', by: ['organisation'] } },
  pending: {
    approve: { to: 'approved', by: ['registry'] },
    return: { to: 'draft', by: ['registry'], reason: 'required' },
    reject: { to: 'rejected', by: ['registry'], reason: 'required' },
  },
  approved: { deprecate: { to: 'deprecated', by: ['registry'] } },
  rejected: { reopen: { to: 'draft', by: ['organisation'] } },
  deprecated: {},
})
export type MethodologyStatus = StateOf<typeof methodologyMachine>
export type MethodologyAct = keyof (typeof methodologyMachine)[MethodologyStatus]
