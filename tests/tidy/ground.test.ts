import { expect, test } from 'vitest'
import { shares } from '#tests/ground/shares.ts'
import { filesOf } from './files.ts'

test('every test file of the ground is in one share', () => {
  const files = filesOf(/^tests\/ground\/.*\.test\.ts$/).map(({ path }) => path.replace('tests/ground/', ''))
  const shared = shares.flatMap((share) => ('files' in share ? share.files : []))
  expect(shared.toSorted()).toEqual(files.toSorted())
})

test('no test installs anything', () => {
  const files = filesOf(/\.test\.tsx?$/).filter(({ path }) => path !== 'tests/ground/servers/debian.test.ts')
  const installing = files.filter(({ text }) =>
    /\bapt-get\b|\b(installDebian|ensureDebian|ensureChromium)\(/.test(text),
  )
  expect(installing.map(({ path }) => path)).toEqual([])
})
