import { expect, test } from 'vitest'
import { sealOf } from './seal-of.ts'

const valid = {
  settlement: 'confirmed',
  isImported: false,
  stoppedProjects: [],
  certificate: { status: 'VALID' },
} as const
const stopped = (status: 'suspended' | 'withdrawn') => ({
  projectKey: 'a:b:c',
  projectName: 'Reef',
  now: { status, reason: 'Fire.' },
  whenClaimed: null,
})

test.for([
  ['valid', {}],
  ['superseded', { certificate: { status: 'SUPERSEDED' } }],
  ['issuing', { certificate: null }],
  ['issuing', { settlement: 'submitted', certificate: null }],
  ['issuing', { settlement: 'submitted' }],
  ['parked', { settlement: 'parked', certificate: null }],
  ['imported', { isImported: true, certificate: null }],
  ['suspended', { stoppedProjects: [stopped('suspended')] }],
  ['withdrawn', { isImported: true, certificate: null, stoppedProjects: [stopped('withdrawn')] }],
  ['valid', { stoppedProjects: [{ ...stopped('suspended'), now: null }] }],
] as const)('the seal is %s: %j', ([seal, change]) => {
  expect(
    sealOf({ ...valid, ...change, stoppedProjects: [...('stoppedProjects' in change ? change.stoppedProjects : [])] }),
  ).toBe(seal)
})
