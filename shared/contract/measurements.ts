import { z } from 'zod'
import { statesOf } from '#shared/rules/lifecycle/machine.ts'
import { measurementMachine } from '#shared/rules/lifecycle/measurement.ts'
import { limits } from '#shared/rules/limits.ts'
import { provider } from './accounts.ts'
import { firstCalls } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { date, id, listOf, listQuery, quantity, text, time, units } from './fields.ts'

export const measurementStatus = z.enum(statesOf(measurementMachine))

export const measurement = z.object({
  measurementId: id,
  tenantId: id,
  projectId: id,
  projectKey: z.string(),
  project: z.string().describe("the project's name"),
  accountId: id.describe('the measurement provider'),
  account: z.string().describe("the measurement provider's name"),
  methodology: z.string().nullable(),
  periodStart: date,
  periodEnd: date.describe('the last day of the period'),
  dueDate: date.nullable(),
  overdue: z.boolean(),
  quantity: units.nullable(),
  note: z.string(),
  status: measurementStatus,
  statusReason: z.string().nullable(),
  verificationId: id.nullable(),
  created: time,
  acts: z.array(z.enum(['submit', 'accept', 'requestChanges', 'reject'])),
})
export type Measurement = z.output<typeof measurement>

export const listMeasurements = endpoint({
  ...firstCalls.listMeasurements,
  summary:
    "The measurements of the caller's projects and those assigned to its account; all of them for a tenant admin",
  query: z.strictObject({ tenantId: id, ...listQuery, status: measurementStatus.optional(), projectId: id.optional() }),
  reply: listOf(measurement),
  failures: ['unauthenticated', 'not_found'],
})

export const readMeasurement = endpoint({
  name: 'readMeasurement',
  method: 'GET',
  path: '/api/measurement/:measurementId',
  summary: "One measurement, for its project's account, its provider and tenant admins",
  access: 'measurement.list',
  params: z.strictObject({ measurementId: id }),
  reply: measurement,
  failures: ['unauthenticated', 'not_found'],
})

export const listMeasurementProviders = endpoint({
  name: 'listMeasurementProviders',
  method: 'GET',
  path: '/api/measurement/providers/all',
  summary: 'The active measurement providers of the tenant',
  access: 'tenant.read',
  query: z.strictObject({ ...listQuery }),
  reply: listOf(provider),
  failures: ['unauthenticated'],
})

export const openMeasurement = endpoint({
  name: 'openMeasurement',
  method: 'POST',
  path: '/api/measurement',
  summary: 'Opens the measurement of a period of an approved project; the first one makes the project active',
  access: 'measurement.submit',
  body: z
    .strictObject({ projectId: id, periodStart: date, periodEnd: date, dueDate: date.optional() })
    .refine((body) => body.periodStart <= body.periodEnd, {
      path: ['periodEnd'],
      error: 'must not be before the first day',
    }),
  reply: measurement,
  status: 201,
  failures: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'invalid'],
})

export const submitMeasurement = endpoint({
  name: 'submitMeasurement',
  method: 'POST',
  path: '/api/measurement/:measurementId/submission',
  summary: 'Submits the measured quantity',
  access: 'measurement.submit',
  params: z.strictObject({ measurementId: id }),
  body: z.strictObject({ quantity, note: text(limits.description).optional() }),
  reply: measurement,
  failures: ['unauthenticated', 'forbidden', 'not_found', 'conflict'],
})

export const decideMeasurement = endpoint({
  name: 'decideMeasurement',
  method: 'POST',
  path: '/api/measurement/:measurementId/decision',
  summary: 'Accepts a submitted measurement, which opens its verification, asks for changes, or rejects it',
  access: 'measurement.accept',
  params: z.strictObject({ measurementId: id }),
  body: z.strictObject({
    act: z.enum(['accept', 'requestChanges', 'reject']),
    reason: text(limits.message).optional(),
  }),
  reply: measurement,
  failures: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'invalid'],
})
