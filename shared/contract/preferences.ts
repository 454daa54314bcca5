import { z } from 'zod'
import { languages } from '#shared/rules/languages.ts'
import { firstCalls } from './calls.ts'
import { endpoint } from './endpoint.ts'

const language = z.enum(languages)

export const preferences = z.object({
  email: z.string().nullable().describe('where letters go; null where the registry knows no address of the caller'),
  language: language
    .nullable()
    .describe('the language of letters; null while the registry has no record of the caller'),
  tellByMail: z.boolean().nullable().describe('null where the registry can send the caller no letters'),
})
export type Preferences = z.output<typeof preferences>

export const readPreferences = endpoint({
  name: 'readPreferences',
  method: 'GET',
  path: '/api/user/preferences',
  summary: 'In which language the caller is written to, and whether notices are sent by e-mail',
  access: 'preference.change',
  reply: preferences,
  failures: ['unauthenticated'],
})

export const changePreferences = endpoint({
  ...firstCalls.changePreferences,
  summary: 'Changes in which language the caller is written to, or whether notices are sent by e-mail',
  body: z.strictObject({ language: language.optional(), tellByMail: z.boolean().optional() }),
  reply: preferences,
  failures: ['unauthenticated', 'conflict'],
})
