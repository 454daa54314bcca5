import { expect, test } from 'vitest'
import { endpoints } from '#shared/contract/index.ts'
import { filesOf } from './files.ts'

/** Calls with `was`, the facts before the edit. */
const edits = endpoints.filter(({ body }) => 'was' in Object(Object(body).shape)).map(({ name }) => name)
const screens = filesOf(/^web\/.*\.tsx?$/).filter(({ path }) => !path.includes('.test.'))

test('every call that edits facts is made by the form that shows conflicts', () => {
  const callsWith = (hook: string) =>
    edits.filter((name) => screens.some(({ text }) => new RegExp(`\\b${hook}\\(\\s*${name}\\b`).test(text)))
  expect(callsWith('useAct')).toEqual([])
  expect(callsWith('useEditForm')).toEqual(edits)
})

test('every such form shows its draft and the changes of others', () => {
  const silent = screens.filter(({ text }) => /= useEditForm\(/.test(text) && !text.includes('<EditNotices '))
  expect(silent.map(({ path }) => path)).toEqual([])
})

/** Forms with up to two fields or prefilled figures. */
const short = [
  'web/domain/decision-dialog.tsx',
  'web/features/figures/beneficiary-spellings.tsx',
  'web/features/profile/stop-account.tsx',
  'web/features/tasks/assign-selected.tsx',
  'web/features/tasks/decide-selected.tsx',
  'web/features/verifications/mint-dialog.tsx',
  'web/features/wallet/burn-dialog.tsx',
]

test('every longer form keeps what is typed', () => {
  const forgetful = screens.filter(({ path, text }) => !path.startsWith('web/lib/') && /\buseSchemaForm[<(]/.test(text))
  expect(forgetful.map(({ path }) => path).sort()).toEqual(short)
})

/** Single switches, changed by their person or in a list that shows the state. */
const switches = ['changePreferences', 'changeDocuments']

test('every call that changes a part of a record takes what the facts were', () => {
  const patches = endpoints.filter(({ method }) => method === 'PATCH').map(({ name }) => name)
  expect(patches.filter((name) => !edits.includes(name) && !switches.includes(name))).toEqual([])
})
