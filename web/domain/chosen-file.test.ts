import { describe, expect, test } from 'vitest'
import { limits } from '#shared/rules/limits.ts'
import { type ChosenFile, fieldsOf, titleOf, twinOf } from './chosen-file.ts'

const chosen = (name: string, facts: Partial<ChosenFile> = {}): ChosenFile => ({
  id: 'a',
  file: new File(['1234'], name),
  type: 'PDS',
  isPublic: true,
  versionOf: null,
  state: 'chosen',
  twinOf: null,
  title: null,
  sha256: null,
  sent: 0,
  failure: null,
  ...facts,
})

describe('a chosen file is called', () => {
  test.each([
    ['plan.pdf', [], 'plan.pdf'],
    ['plan.pdf', ['plan.pdf', 'plan (2).pdf'], 'plan (3).pdf'],
    ['photo.jpeg', ['photo.jpg'], 'photo (2).jpg'],
    ['notes', ['notes'], 'notes (2)'],
  ])('%s beside %j: %s', (name, taken, title) => {
    expect(titleOf(chosen(name), taken)).toBe(title)
  })

  test('by no more characters than a title has', () => {
    const long = chosen(`${'x'.repeat(300)}.pdf`)
    const title = titleOf(long, [])
    expect(title).toHaveLength(limits.documentTitle)
    expect(titleOf(long, [title])).toMatch(/x \(2\)\.pdf$/)
  })

  test('as the document whose version is chosen', () => {
    expect(titleOf(chosen('plan.pdf', { versionOf: 'Site plan' }), ['plan.pdf'])).toBe('Site plan')
  })
})

describe('the fields that are sent', () => {
  const project = { kind: 'project', id: 'p', projectKey: 't:a:p' } as const

  test('for a project are those of its call, and no more unless somebody chose otherwise', () => {
    const fields = fieldsOf(chosen('plan.pdf'), { title: 'plan.pdf', subject: project })
    expect(Object.keys(fields)).toEqual(['projectKey', 'documentType', 'document'])
    const other = fieldsOf(chosen('plan.pdf', { isPublic: false }), { title: 'Site plan', subject: project })
    expect(other).toMatchObject({ title: 'Site plan', isPublic: 'false' })
  })

  test('for anything else name it, and the type is the title where none was offered', () => {
    const subject = { kind: 'finding', id: 'f' } as const
    const fields = fieldsOf(chosen('plan.pdf', { type: '' }), { title: 'plan.pdf', subject })
    expect(fields).toMatchObject({ subjectKind: 'finding', subjectId: 'f', title: 'plan.pdf', type: 'plan.pdf' })
  })
})

describe('a chosen file is the twin', () => {
  const same = { sha256: 'aa' }
  const listed = [{ ...same, originalName: 'listed.pdf' }]

  test('of a listed document or an earlier file with its bytes', () => {
    const files = [chosen('north.pdf', { ...same, id: '1' }), chosen('south.pdf', { ...same, id: '2' })]
    expect(twinOf({ id: '2', ...same }, [], files)).toBe('north.pdf')
    expect(twinOf({ id: '2', ...same }, listed, files)).toBe('listed.pdf')
  })

  test('of nothing else', () => {
    const files = [chosen('north.pdf', { ...same, id: '1' }), chosen('south.pdf', { id: '2', sha256: 'bb' })]
    expect(twinOf({ id: '1', ...same }, [], files)).toBeNull()
    expect(twinOf({ id: '2', sha256: 'bb' }, listed, files)).toBeNull()
    expect(twinOf({ id: '3', sha256: null }, listed, files)).toBeNull()
  })
})
