import { z } from 'zod'
import { sumOf } from '#shared/rules/calendar-years.ts'
import { statesOf } from '#shared/rules/lifecycle/machine.ts'
import { measurementMachine } from '#shared/rules/lifecycle/measurement.ts'
import { limits } from '#shared/rules/limits.ts'
import { netOf } from '#shared/rules/outcome.ts'
import { provider } from './accounts.ts'
import { firstCalls } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { byYear, date, day, faultAt, id, listOf, listQuery, quantity, text, time, units, wasOf } from './fields.ts'
import { history } from './history.ts'
import { readingCalls } from './reading-calls.ts'

export const measurementStatus = z.enum(statesOf(measurementMachine))

/** See shared/rules/outcome.ts. */
export const outcomeParts = z.strictObject({
  gross: units.describe('what the project reached in the period'),
  baseline: units.describe('what would have been reached without it'),
  leakage: units.describe('what it displaced to elsewhere'),
  uncertainty: z.int().min(0).max(999).describe('thousandths deducted of what is left'),
})

export const measurement = z.object({
  measurementId: id,
  tenantId: id,
  projectId: id,
  projectKey: z.string(),
  project: z.string().describe("the project's name"),
  accountId: id.describe('the measurement provider'),
  account: z.string().describe("the measurement provider's name"),
  methodologyId: id
    .nullable()
    .describe('the version that it is measured by, as it was when the measurement was opened'),
  methodology: z.string().nullable(),
  methodologyVersion: z.string().nullable(),
  periodStart: date,
  periodEnd: date.describe('the last day of the period'),
  dueDate: date.nullable(),
  overdue: z.boolean(),
  quantity: units.nullable().describe('net'),
  byYear: byYear.nullable().describe('the quantity by calendar year; null until it is stated'),
  parts: outcomeParts.nullable(),
  note: z.string(),
  status: measurementStatus,
  statusReason: z.string().nullable(),
  verificationId: id.nullable(),
  created: time,
  acts: z.array(z.enum(['reschedule', 'submit', 'accept', 'requestChanges', 'reject'])),
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
  ...readingCalls.readMeasurement,
  summary: "One measurement, for its project's account, its provider and tenant admins",
  params: z.strictObject({ measurementId: id }),
  reply: measurement,
  failures: ['unauthenticated', 'not_found'],
})

export const readMeasurementHistory = endpoint({
  ...readingCalls.readMeasurementHistory,
  summary: 'What was done to a measurement, oldest first, for those who may read it',
  params: z.strictObject({ measurementId: id }),
  reply: history,
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
    .strictObject({
      projectId: id,
      accountId: id.optional().describe("the measurement provider, where it is not the project's"),
      periodStart: day,
      periodEnd: day,
      dueDate: day.optional(),
    })
    .refine(
      (body) => body.periodStart <= body.periodEnd,
      faultAt('periodEnd', 'must not be before the first day', 'days.order'),
    ),
  reply: measurement,
  status: 201,
  failures: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'invalid'],
})

const schedule = { accountId: id.describe('the measurement provider'), dueDate: day.nullable() }

export const rescheduleMeasurement = endpoint({
  name: 'rescheduleMeasurement',
  method: 'POST',
  path: '/api/measurement/:measurementId/schedule',
  summary: 'Changes who measures, and by when, until the outcome is submitted',
  access: 'measurement.schedule',
  params: z.strictObject({ measurementId: id }),
  body: z
    .strictObject(schedule)
    .partial()
    .extend({ was: wasOf(schedule) }),
  reply: measurement,
  failures: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'changed_meanwhile', 'invalid'],
})

export const submitMeasurement = endpoint({
  name: 'submitMeasurement',
  method: 'POST',
  path: '/api/measurement/:measurementId/submission',
  summary: 'Submits the measured quantity; parts that are given have to add up to it',
  access: 'measurement.submit',
  params: z.strictObject({ measurementId: id }),
  body: z
    .strictObject({
      quantity,
      byYear: byYear.optional().describe('the quantity by calendar year; required where the period crosses one'),
      parts: outcomeParts.optional(),
      note: text(limits.description).optional(),
    })
    .refine(
      ({ quantity, parts }) => parts === undefined || quantity === netOf(parts),
      faultAt(
        'quantity',
        'must be (gross − baseline − leakage) × (1000 − uncertainty) / 1000, rounded down',
        'measurement.net',
      ),
    )
    .refine(
      ({ quantity, byYear }) => byYear === undefined || quantity === sumOf(byYear),
      faultAt('byYear', 'must add up to the quantity', 'years.sum'),
    ),
  reply: measurement,
  failures: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'invalid'],
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
  failures: ['unauthenticated', 'forbidden', 'own_work', 'not_found', 'conflict', 'invalid'],
})
