import { machine, type StateOf } from './machine.ts'

/** `openFinding` and `closeFindings` serve the findings of a verifier, none of which is open at the end; no call opens one yet. */
export const verificationMachine = machine({
  requested: { start: { to: 'in progress', by: ['verifier'] } },
  'in progress': {
    openFinding: { to: 'findings open', by: ['verifier'] },
    verify: { to: 'verified', by: ['verifier'] },
    refuse: { to: 'not verified', by: ['verifier'] },
  },
  'findings open': {
    closeFindings: { to: 'in progress', by: ['verifier'] },
    refuse: { to: 'not verified', by: ['verifier'] },
  },
  verified: {},
  'not verified': {},
})
export type VerificationStatus = StateOf<typeof verificationMachine>
