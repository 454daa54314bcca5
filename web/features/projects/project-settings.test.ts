import { expect, test } from 'vitest'
import { changesTo } from './project-settings.tsx'

const imported = { projectName: 'Ma\u200bngroves', location: 'x'.repeat(500), description: '' }

test('what was imported is not sent again, and so not refused', () => {
  expect(changesTo(imported).parse({ ...imported, description: 'Trees.' })).toEqual({ description: 'Trees.' })
  expect(changesTo(imported).parse(imported)).toEqual({})
})

test('what is changed is judged', () => {
  expect(changesTo(imported).safeParse({ ...imported, projectName: 'Man\u200bgroves' }).error?.issues).toMatchObject([
    { path: ['projectName'], message: expect.stringContaining('U+200B is character 4') },
  ])
})
