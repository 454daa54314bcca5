import { expect, test } from 'vitest'
import { paths } from '#shared/rules/paths.ts'
import { filesOf } from './files.ts'

test('the addresses of screens are written in shared/rules/paths.ts alone', () => {
  const screens = Object.values(paths).filter((path) => path !== paths.home)
  const written = new RegExp(`['"\`}](${screens.map((path) => path.replace('?', '[?]')).join('|')})(?=[?'"\`])`, 'g')
  const found = filesOf(/^(server|web|shared)\/.*(?<!\.test)\.tsx?$/)
    .filter(({ path }) => path !== 'shared/rules/paths.ts')
    .flatMap(({ path, text }) => [...text.matchAll(written)].map(([, address]) => `${path} ${address}`))
  expect(found).toEqual([])
})

test('the query of an address is changed in one place, which keeps what was changed a moment ago', () => {
  const changes = /\[[^\]]*,\s*set\w+\s*\]\s*=\s*useSearchParams\(/
  const files = filesOf(/^web\/.*\.tsx?$/).filter(({ text }) => changes.test(text))
  expect(files.map(({ path }) => path)).toEqual(['web/lib/use-url-list.ts'])
})
