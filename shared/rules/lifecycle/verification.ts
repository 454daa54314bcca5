import { machine, type StateOf } from './machine.ts'

/** `closeFindings` follows when the last open finding is closed; with one open, nothing is verified. */
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
 * A finding of a verification, as a thread: its owner responds, the verifier asks again or closes it. A FAR is closed with the note
 * that the next period begins with.
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
