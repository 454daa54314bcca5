import { describe, expect, test } from 'vitest'
import { limits } from '#shared/rules/limits.ts'
import { type ChosenFile, fieldsOf, isArrived, titleOf } from './chosen-file.ts'

const chosen = (name: string, facts: Partial<ChosenFile> = {}): ChosenFile => ({
  id: 'a',
  file: new File(['1234'], name),
  type: 'PDS',
  versionOf: null,
  state: 'chosen',
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
    const fields = fieldsOf(chosen('plan.pdf'), { title: 'plan.pdf', subject: project, isPublic: 'true' })
    expect(Object.keys(fields)).toEqual(['projectKey', 'documentType', 'document'])
    const other = fieldsOf(chosen('plan.pdf'), { title: 'Site plan', subject: project, isPublic: 'false' })
    expect(other).toMatchObject({ title: 'Site plan', isPublic: 'false' })
  })

  test('for anything else name it, and the type is the title where none was offered', () => {
    const subject = { kind: 'finding', id: 'f' } as const
    const fields = fieldsOf(chosen('plan.pdf', { type: '' }), { title: 'plan.pdf', subject, isPublic: 'true' })
    expect(fields).toMatchObject({ subjectKind: 'finding', subjectId: 'f', title: 'plan.pdf', type: 'plan.pdf' })
  })
})

test('a file has arrived when a document of its title and size is new', () => {
  const row = (documentId: string, title: string, sizeBytes: number) => ({ documentId, title, sizeBytes })
  const before = [row('1', 'plan.pdf', 4)]
  expect(isArrived(chosen('plan.pdf'), 'plan.pdf', before, before)).toBe(false)
  expect(isArrived(chosen('plan.pdf'), 'plan.pdf', before, [...before, row('2', 'plan.pdf', 9)])).toBe(false)
  expect(isArrived(chosen('plan.pdf'), 'plan.pdf', before, [...before, row('2', 'plan.pdf', 4)])).toBe(true)
})
