import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf, root } from './files.ts'

const [requirements] = filesOf(/^docs\/security\.md$/)
const rows = (requirements?.text ?? '').split('\n').filter((line) => /^\| \d/.test(line))

test('every file that a requirement names exists', () => {
  const named = [...(requirements?.text ?? '').matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, path = '']) => path)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('every requirement is there once, and holds, does not hold or does not apply', () => {
  const numbers = rows.map((row) => row.split(' | ')[0])
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(rows.length).toBe(60)
  expect(rows.filter((row) => !/\| (holds|does not hold|does not apply)\b[^|]*\|$/.test(row))).toEqual([])
})
