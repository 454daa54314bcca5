import { z } from 'zod'
import { limits } from '#shared/rules/limits.ts'
import { componentStates, components, incidentStates } from '#shared/rules/service-status.ts'
import { endpoint } from './endpoint.ts'
import { id, line, listOf, listQuery, text, time, units } from './fields.ts'
import { readingCalls } from './reading-calls.ts'
import { reconciliationResult } from './registry.ts'

const component = z.enum(components)
export const incidentState = z.enum(incidentStates)

const verification = z.object({
  at: time.describe('when the newest movement was recomputed'),
  wholeAt: time.describe('when the last recomputation from the first movement began'),
  movements: units.describe('how many hold, from the first one on'),
  fault: z
    .object({
      sequence: z.int(),
      transactionId: id,
      of: z
        .enum(['order', 'movement', 'link', 'document'])
        .describe('a movement before it is missing; it is gone; it differs from its hash; the words of its claim do'),
    })
    .nullable()
    .describe('the first movement that differs'),
})

const contract = z.object({
  chainId: z.int(),
  address: z.string(),
  isEarlier: z.boolean().describe('its holdings moved to a newer one; it is paused and stays readable'),
  fromBlock: z.int(),
  lastBlock: z.int().describe('the newest block in which the registry wrote to it'),
})

export const readServiceStatus = endpoint({
  ...readingCalls.readServiceStatus,
  summary: 'How each part of the service is, checked within the last seconds; answers without the database too',
  query: z.strictObject({ tenantId: id }),
  reply: z.object({
    checkedAt: time,
    components: z.array(
      z.object({
        component,
        state: z.enum(componentStates),
        hasIncident: z.boolean().describe('an unresolved incident affects it'),
      }),
    ),
    reconciliation: reconciliationResult.nullable().describe('the last one; null without the database too'),
    verification: verification
      .nullable()
      .describe('the last recomputation of the ledger (`npm run verify-ledger`); null without the database too'),
    contracts: z
      .array(contract)
      .describe('on the chain: the one of settlement, then earlier ones, newest first; empty without the database too'),
  }),
  failures: ['not_found'],
})

export type ServiceStatus = z.output<typeof readServiceStatus.reply>

const wording = z.object({
  title: z.string().nullable().describe('of the incident, where the correction replaced it'),
  words: z.string(),
  replacedAt: time,
})

const incident = z.object({
  incidentId: id,
  title: z.string(),
  affected: z.array(component),
  state: incidentState,
  openedAt: time,
  resolvedAt: time.nullable(),
  updates: z
    .array(
      z.object({
        number: z.int(),
        state: incidentState,
        words: z.string(),
        at: time,
        earlier: z.array(wording).describe('words that corrections replaced, newest first'),
      }),
    )
    .describe('newest first'),
})
export type Incident = z.output<typeof incident>

export const listIncidents = endpoint({
  ...readingCalls.listIncidents,
  summary: 'Unresolved incidents of a registry’s service, and those of the last 90 days, newest first',
  query: z.strictObject({ tenantId: id, ...listQuery, resolved: z.enum(['true', 'false']).optional() }),
  reply: listOf(incident),
  failures: ['not_found', 'invalid'],
})

const words = text(limits.statement, 1)
const title = line(limits.documentTitle, 1)

export const openIncident = endpoint({
  name: 'openIncident',
  method: 'POST',
  path: '/api/incidents',
  summary: 'Reports an incident on the status page',
  access: 'tenant.administer',
  body: z.strictObject({
    title,
    affected: z.array(component).min(1, 'Required').max(components.length),
    state: incidentState.exclude(['resolved']),
    words,
  }),
  reply: incident,
  failures: ['unauthenticated', 'forbidden', 'invalid'],
})

export const updateIncident = endpoint({
  name: 'updateIncident',
  method: 'POST',
  path: '/api/incidents/:incidentId/updates',
  summary: 'Adds what is known now to an unresolved incident, or resolves it',
  access: 'tenant.administer',
  params: z.strictObject({ incidentId: id }),
  body: z.strictObject({ state: incidentState, words }),
  reply: incident,
  failures: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'invalid'],
})

export const correctIncident = endpoint({
  name: 'correctIncident',
  method: 'POST',
  path: '/api/incidents/:incidentId/correct',
  summary: 'Replaces the words of one update, with the first one also the title; the earlier words stay public',
  access: 'tenant.administer',
  params: z.strictObject({ incidentId: id }),
  body: z.strictObject({ number: z.int().min(1), title: title.optional(), words }),
  reply: incident,
  failures: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'invalid'],
})
