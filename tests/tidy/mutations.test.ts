import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mutationsOfFiles } from '../conformance/mutations/all.ts'
import { kinds } from '../conformance/mutations/mutation.ts'
import { filesOf, root } from './files.ts'

const fewest = 120
const sections = [1, 2, 3, 4, 5, 6, 7, 8, 9]
const mutations = mutationsOfFiles.flatMap((each) => each.mutations)

test('what a mutation changes stands once in its file, and is changed', () => {
  const rotten = mutations.filter(
    ({ file, from, to }) => from === to || readFileSync(join(root, file), 'utf8').split(from).length !== 2,
  )
  expect(rotten).toEqual([])
})

test('the file of tests of a mutation has the test of its statement', () => {
  const tests = new Map(
    filesOf(/^tests\/conformance\/specification\/.*\.test\.ts$/).map(({ path, text }) => [path, text]),
  )
  const textOf = (name: string) =>
    ['test.ts', 'api.test.ts'].map((end) => tests.get(`tests/conformance/specification/${name}.${end}`)).join('')
  const lost = mutationsOfFiles.flatMap(({ tests: name, mutations: own }) =>
    own
      .filter(({ statement }) => !new RegExp(`[([]\\s*['"\`]${statement} `).test(textOf(name)))
      .map(({ statement }) => `${statement} in ${name}`),
  )
  expect(lost).toEqual([])
})

test('there are mutations of every section of the specification and of every kind', () => {
  const sectionsWithMutations = mutationsOfFiles
    .filter((each) => each.mutations.length > 0)
    .map(({ tests }) => Number(tests.split('-')[1]))
  expect([...new Set(sectionsWithMutations)].sort()).toEqual(sections)
  const found = new Set<string>(mutations.map(({ kind }) => kind))
  expect(kinds.filter((kind) => !found.has(kind))).toEqual([])
  expect(mutations.length).toBeGreaterThanOrEqual(fewest)
})
