import { machine, type StateOf } from './machine.ts'

/** `start` serves a period that was scheduled ahead and has begun; today such a measurement is submitted as scheduled. */
export const measurementMachine = machine({
  scheduled: {
    start: { to: 'in progress', by: ['nobody'] },
    submit: { to: 'submitted', by: ['measurer', 'proponent'] },
  },
  'in progress': { submit: { to: 'submitted', by: ['measurer', 'proponent'] } },
  submitted: {
    accept: { to: 'accepted', by: ['proponent', 'registry'] },
    requestChanges: { to: 'changes requested', by: ['proponent', 'registry'], reason: 'required' },
    reject: { to: 'rejected', by: ['proponent', 'registry'], reason: 'required' },
  },
  accepted: {},
  'changes requested': { submit: { to: 'submitted', by: ['measurer', 'proponent'] } },
  rejected: {},
})
export type MeasurementStatus = StateOf<typeof measurementMachine>
