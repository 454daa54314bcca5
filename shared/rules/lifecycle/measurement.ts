import { machine, type StateOf } from './machine.ts'

/** `start` follows on the period's first day. Provider and due date may change until submission. */
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

export const openMeasurementStatuses = [
  'scheduled',
  'in progress',
  'changes requested',
] as const satisfies readonly MeasurementStatus[]

/** Whether the period of an open measurement is not over, so that nothing can be submitted. `today`: YYYY-MM-DD. */
export function periodLastsOn(
  { status, periodEnd }: { status: MeasurementStatus; periodEnd: string },
  today: string,
): boolean {
  return openMeasurementStatuses.some((open) => open === status) && periodEnd >= today
}
