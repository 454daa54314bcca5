import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { createProject, uploadImage } from '#shared/contract/projects.ts'
import { deleteUser } from '#shared/contract/users.ts'
import { failureText } from './failure-text.ts'
import { failureOf } from './send.ts'

beforeAll(async () => {
  const fr = await import('#shared/texts/fr.json', { with: { type: 'json' } })
  await i18next.init({ lng: 'fr', resources: { fr: { translation: fr.default } } })
})

const conflict = { code: 'conflict', message: 'This user belongs to no account.' }
const inFrench = (call: Parameters<typeof failureOf>[0], status: number, statusText: string, body?: unknown) =>
  failureText(failureOf(call, status, statusText, body), i18next)

test('a call that says for itself why it failed is quoted where the sentence for its code would be general', () => {
  expect(inFrench(deleteUser, 409, 'Conflict', conflict)).toBe('This user belongs to no account.')
  expect(inFrench(uploadImage, 502, 'Bad Gateway')).toBe('Bad Gateway')
  expect(inFrench(createProject, 409, 'Conflict', conflict)).toMatch(/^Ce n’est pas possible/)
})

test('a failure whose code says why is said in the reader’s language', () => {
  const lastAdmin = { code: 'last_admin', message: 'This is the last admin of Green Hills.' }
  expect(inFrench(deleteUser, 409, 'Conflict', lastAdmin)).toMatch(/^C’est le dernier administrateur/)
})

test('what a server in between says for ours, without a word of ours, is that it is not available', () => {
  expect(inFrench(createProject, 502, 'Bad Gateway')).toMatch(/^Une partie du registre est indisponible/)
  expect(inFrench(createProject, 503, '', '<html></html>')).toMatch(/^Une partie du registre est indisponible/)
  expect(inFrench(createProject, 500, '')).not.toMatch(/indisponible/)
})
