import { machine, type StateOf } from './machine.ts'

/** `start` is taken as soon as the first day of the period has come; until it is submitted, provider and due date may change. */
export const measurementMachine = machine({
  scheduled: {
    reschedule: { to: 'scheduled', by: ['proponent'] },
    start: { to: 'in progress', by: ['nobody'] },
  },
  'in progress': {
    reschedule: { to: 'in progress', by: ['proponent'] },
    submit: { to: 'submitted', by: ['measurer', 'proponent'] },
  },
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

/** The states in which an outcome is still owed. */
export const openMeasurementStatuses = [
  'scheduled',
  'in progress',
  'changes requested',
] as const satisfies readonly MeasurementStatus[]
