import { z } from 'zod'
import { languages } from '#shared/rules/languages.ts'
import { limits } from '#shared/rules/limits.ts'
import { endpoint } from './endpoint.ts'
import { text, time } from './fields.ts'

const act = z.object({
  reason: z.string(),
  madeAt: time,
  finishedAt: time.nullable().describe('null until every certificate is issued and every account told'),
  certificates: z.int(),
  issued: z.int().describe('of these certificates, also by a view of their page'),
  accounts: z.int(),
  told: z.int().describe('of these accounts'),
})

const reissue = z.object({
  due: z
    .array(z.object({ language: z.enum(languages), certificates: z.int() }))
    .describe('newest certificates with an earlier wording of the software'),
  claims: z.int().describe('of the due certificates'),
  accounts: z.int().describe('of these claims'),
  act: act.nullable().describe('the newest act'),
})
export type Reissue = z.output<typeof reissue>

export const readReissue = endpoint({
  name: 'readReissue',
  method: 'GET',
  path: '/api/certificates/reissue',
  summary: 'Which certificates an act would issue anew, and how far the newest act is',
  access: 'tenant.administer',
  reply: reissue,
  failures: ['unauthenticated', 'forbidden'],
})

export const reissueCertificates = endpoint({
  name: 'reissueCertificates',
  method: 'POST',
  path: '/api/certificates/reissue',
  summary: 'Issues all due certificates anew, in the background, for a public reason that their accounts are told',
  access: 'tenant.administer',
  body: z.strictObject({ reason: text(limits.message, 1) }),
  reply: reissue,
  failures: ['unauthenticated', 'forbidden', 'conflict', 'invalid'],
})
