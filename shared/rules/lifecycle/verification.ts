import { machine, type StateOf } from './machine.ts'

/** An open finding blocks `verify`; closing the last triggers `closeFindings`. */
export const verificationMachine = machine({
  requested: { start: { to: 'in progress', by: ['verifier'] } },
  'in progress': {
    planVisit: { to: 'in progress', by: ['verifier'] },
    openFinding: { to: 'findings open', by: ['verifier'] },
    verify: { to: 'verified', by: ['verifier'] },
    refuse: { to: 'not verified', by: ['verifier'], reason: 'required' },
  },
  'findings open': {
    planVisit: { to: 'findings open', by: ['verifier'] },
    openFinding: { to: 'findings open', by: ['verifier'] },
    closeFindings: { to: 'in progress', by: ['nobody'] },
    refuse: { to: 'not verified', by: ['verifier'], reason: 'required' },
  },
  verified: {},
  'not verified': {},
})
export type VerificationStatus = StateOf<typeof verificationMachine>

/**
 * A finding's owner responds; the verifier asks again or closes. A FAR's closing note carries over to the next period.
 */
export const findingMachine = machine({
  open: {
    respond: { to: 'answered', by: ['proponent', 'measurer'], reason: 'required' },
    close: { to: 'closed', by: ['verifier'], reason: 'required' },
  },
  answered: {
    respond: { to: 'answered', by: ['proponent', 'measurer'], reason: 'required' },
    ask: { to: 'open', by: ['verifier'], reason: 'required' },
    close: { to: 'closed', by: ['verifier'], reason: 'required' },
  },
  closed: {},
})
export type FindingStatus = StateOf<typeof findingMachine>

/** Corrective action request, clarification, forward action request. */
export const findingTypes = ['CAR', 'CL', 'FAR'] as const
