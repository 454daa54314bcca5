import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { createProject, uploadImage } from '#shared/contract/projects.ts'
import { deleteUser } from '#shared/contract/users.ts'
import { failureText } from './failure-text.ts'
import { failureOf } from './send.ts'

beforeAll(async () => {
  const [fr, first, later, refusals] = await Promise.all([
    import('#shared/texts/fr.json', { with: { type: 'json' } }),
    import('#shared/texts/first/fr.json', { with: { type: 'json' } }),
    import('#shared/texts/later/fr.json', { with: { type: 'json' } }),
    import('#shared/texts/refusals/fr.json', { with: { type: 'json' } }),
  ])
  const translation = { ...fr.default, ...first.default, ...later.default, ...refusals.default }
  await i18next.init({ lng: 'fr', resources: { fr: { translation } }, interpolation: { escapeValue: false } })
})

const conflict = { code: 'conflict', message: 'This user belongs to no account.' }
const inFrench = (call: Parameters<typeof failureOf>[0], status: number, statusText: string, body?: unknown) =>
  failureText(failureOf(call, status, statusText, body), i18next)

test('a refusal is worded by its reason and facts, its states and days in the reader’s words', () => {
  const status = { ...conflict, reason: 'stands.project', facts: { of: 'project', status: 'withdrawn' } }
  expect(inFrench(createProject, 409, 'Conflict', status)).toBe(
    'Le projet a le statut «\u00a0Abandonné\u00a0», qui ne le permet pas.',
  )
  const day = { ...conflict, reason: 'measurement.notOver', facts: { day: '2026-03-31' } }
  expect(inFrench(createProject, 409, 'Conflict', day)).toMatch(/^La période dure jusqu’au 31\u00a0mars\u00a02026/)
})

test('the fault of a value names its field', () => {
  const details = [
    { path: 'items.0.quantity', message: 'must be at least 1', reason: 'ui.invalid.tooSmall', facts: { minimum: 1 } },
    { path: 'body', message: 'unknown', reason: 'invalid.unknownField', facts: { field: ['colour'] } },
  ]
  expect(inFrench(createProject, 400, 'Bad Request', { code: 'invalid', message: 'items', details })).toBe(
    'Quantité\u00a0: Saisissez 1 au moins. body\u00a0: Il n’y a pas de champ colour ici.',
  )
})

test('sizes and waits are shown in the reader’s units, and names stand as they were written', () => {
  const large = { code: 'too_large', message: 'Large.', reason: 'file.tooLarge', facts: { bytes: 20 * 1024 * 1024 } }
  expect(inFrench(createProject, 413, 'Too Large', large)).toMatch(/^Le fichier dépasse 20\sMo, le maximum/)
  const facts = { email: 'a@example.org', waitMs: 300_000 }
  expect(
    inFrench(createProject, 429, 'Wait', { code: 'invalid', message: '', reason: 'people.justSent', facts }),
  ).toMatch(/Réessayez dans 5\sminutes\.$/)
  const missing = { ...conflict, reason: 'evidence.measurement', facts: { titles: ['name', 'Analysis'] } }
  expect(inFrench(createProject, 409, 'Conflict', missing)).toContain('name, Analysis')
})

test('a reason that this version does not know is worded by its code', () => {
  const later = { code: 'last_admin', message: 'Last.', reason: 'people.ofTomorrow' }
  expect(inFrench(createProject, 409, 'Conflict', later)).toMatch(/^C’est le dernier administrateur/)
})

test('a call with its own failure text is worded by the status where the server gave no reason', () => {
  expect(inFrench(uploadImage, 502, 'Bad Gateway')).toBe('Bad Gateway')
  expect(inFrench(createProject, 409, 'Conflict', conflict)).toMatch(/^Ce n’est pas possible/)
})

test('a failure with a known code is worded in the reader’s language', () => {
  const lastAdmin = { code: 'last_admin', message: 'This is the last admin of Green Hills.' }
  expect(inFrench(deleteUser, 409, 'Conflict', lastAdmin)).toMatch(/^C’est le dernier administrateur/)
})

test('an answer of a server in between, without our body, means that the registry is unavailable', () => {
  expect(inFrench(createProject, 502, 'Bad Gateway')).toMatch(/^Une partie du registre est indisponible/)
  expect(inFrench(createProject, 503, '', '<html></html>')).toMatch(/^Une partie du registre est indisponible/)
  expect(inFrench(createProject, 500, '')).not.toMatch(/indisponible/)
})
