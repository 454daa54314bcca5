import { z } from 'zod'
import { takesKey } from '#shared/contract/calls.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { endpoints } from '#shared/contract/index.ts'
import { auditorHeader } from '#shared/rules/auditor-link.ts'
import { accountHeader } from '#shared/rules/chosen-account.ts'
import { type FailureCode, failureStatus } from '#shared/rules/failure.ts'
import { limits } from '#shared/rules/limits.ts'
import { type Act, permissions, type Reach, type Role, roles } from '#shared/rules/permissions.ts'
import { stepUpMinutes } from '#shared/rules/step-up.ts'

type Json = Record<string, unknown>

const refusalSchema = {
  reason: { type: 'string', description: 'why, as a stable name' },
  facts: { type: 'object', description: 'what the sentence of the reason names' },
}
const failureSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['code', 'message', 'requestId'],
  properties: {
    code: { type: 'string', enum: Object.keys(failureStatus) },
    message: { type: 'string' },
    ...refusalSchema,
    details: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['path', 'message'],
        properties: {
          path: { type: 'string' },
          message: { type: 'string' },
          ...refusalSchema,
          meanwhile: {
            type: 'object',
            additionalProperties: false,
            description:
              'with changed_meanwhile: what the fact is now, what ids in it are called, who changed it, when',
            properties: {
              now: {},
              names: { type: 'object', additionalProperties: { type: 'string' } },
              by: { type: ['string', 'null'] },
              at: { type: ['string', 'null'] },
            },
          },
        },
      },
    },
    requestId: { type: 'string' },
  },
}

/** OpenAPI 3.1, derived from the contract. */
export function apiDocument(): Json {
  const paths: Record<string, Json> = {}
  for (const call of endpoints) {
    const path = call.path.replace(/:([A-Za-z]+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Registry API',
      version: '1',
      description: 'The calls of the registry. Quantities are whole units; times are ISO 8601 UTC.',
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Failure: failureSchema },
    },
    paths,
  }
}

const roleInWords: Record<Role, string> = {
  visitor: 'visitor',
  newcomer: 'signed in, without an account',
  member: 'member of an account',
  accountAdmin: 'account admin',
  tenantAdmin: 'tenant admin',
}

const reachInWords: Record<Reach, string> = {
  none: 'not at all',
  published: 'what is public',
  self: 'for the caller alone',
  own: "what is the caller's account's",
  assigned: "what is the caller's account's, and what is assigned to it",
  tenant: 'everything in the tenant',
}

function accessOf(act: Act): string {
  const rule: Readonly<Record<Role, Reach>> = permissions[act]
  const lines = roles.map((role) => `- ${roleInWords[role]}: ${reachInWords[rule[role]]}`)
  return [`Who may call this, and how far (\`${act}\`):`, '', ...lines].join('\n')
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Chosen by the caller, one for each thing that is to be done once. The same key with the same request gets the first answer again ' +
    'and does nothing more; with another request it is refused. A key that moved units is known for good, any other for a week. ' +
    'A request that was refused leaves its key unused.',
  schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKey, pattern: '^[!-~]+$' },
}

const auditorLink = {
  name: auditorHeader,
  in: 'header',
  required: false,
  description:
    "The token of an auditor's link, in place of a sign-in: the answer is then about the account and the years of the link.",
  schema: { type: 'string' },
}

const chosenAccount = {
  name: accountHeader,
  in: 'header',
  required: false,
  description:
    'The account for which a caller with several accounts acts: the call then reads and changes what this account may, and no other. ' +
    'An account to which the caller does not belong is refused with 403. Without it the call reaches all accounts of the caller, and ' +
    'what names no account is done for the first one. A repeated call names the same account.',
  schema: { type: 'string' },
}

const stepUpInWords =
  `The registry may ask for a sign-in of the last ${stepUpMinutes} minutes, or for one with a second factor. Otherwise nothing is done, ` +
  'and the answer is 401 with a `reason` and `WWW-Authenticate: Bearer error="insufficient_user_authentication"` and the `acr_values` and ' +
  '`max_age` for a new sign-in (RFC 9470). The call may then be repeated with the same `Idempotency-Key` and the new token. A token ' +
  'that does not state `auth_time` or `acr` is refused with 403.'

function failuresOf(call: Endpoint): FailureCode[] {
  const keyed = takesKey(call) ? (['idempotency_mismatch'] as const) : []
  const sensitive = call.isSensitive ? (['unauthenticated', 'forbidden'] as const) : []
  return [...new Set([...call.failures, ...keyed, ...sensitive])]
}

function operationOf(call: Endpoint): Json {
  const isPublic = permissions[call.access].visitor !== 'none'
  const failures = failuresOf(call)
  return {
    operationId: call.name,
    summary: call.summary,
    description: [call.description, call.isSensitive && stepUpInWords, accessOf(call.access)]
      .filter(Boolean)
      .join('\n\n'),
    security: isPublic || call.byLink ? [{}, { token: [] }] : [{ token: [] }],
    parameters: [
      ...parametersOf(call.params, 'path'),
      ...parametersOf(call.query, 'query'),
      ...(takesKey(call) ? [idempotencyKey] : []),
      ...(isPublic ? [] : [chosenAccount]),
      ...(call.byLink ? [auditorLink] : []),
    ],
    ...bodyOf(call),
    responses: {
      [call.status]: { description: 'OK', content: { [call.file ?? 'application/json']: { schema: replyOf(call) } } },
      ...(call.waiting && {
        202: {
          description: 'Nothing is done yet: the act waits',
          content: { 'application/json': { schema: schemaOf(call.waiting, 'output') } },
        },
      }),
      ...Object.fromEntries(
        [...new Set(failures.map((code) => failureStatus[code]))].map((status) => [
          status,
          failed(failures.filter((code) => failureStatus[code] === status).join(', ')),
        ]),
      ),
      default: failed('any other failure, such as `too_many_requests`, `unavailable` or `bug`'),
    },
  }
}

function failed(description: string): Json {
  return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } }
}

function replyOf(call: Endpoint): Json {
  return call.file ? { type: 'string', format: 'binary' } : schemaOf(call.reply, 'output')
}

function bodyOf(call: Endpoint): Json {
  if (call.multipart) {
    const fileField = call.multipart.at(-1)
    const properties = Object.fromEntries(
      [...(call.optionalFields ?? []), ...call.multipart].map((name) => [
        name,
        name === fileField ? { type: 'string', format: 'binary' } : { type: 'string' },
      ]),
    )
    const schema = { type: 'object', required: call.multipart, properties }
    const description =
      'The fields may come in any order. A file that comes last is refused before it is read, where it is.'
    return { requestBody: { description, required: true, content: { 'multipart/form-data': { schema } } } }
  }
  const schema = schemaOf(call.body, 'input')
  if (!schema.type && !schema.anyOf && !schema.allOf) return {}
  return {
    requestBody: { required: !call.body.safeParse(undefined).success, content: { 'application/json': { schema } } },
  }
}

function parametersOf(schema: z.ZodType, where: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }))
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return json
}
