import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf, root } from './files.ts'

const mostWords = 350
const decisions = filesOf(/^docs\/adr\/\d{4}-[\w-]+\.md$/)
const [index] = filesOf(/^docs\/adr\/README\.md$/)
const titleOf = (text: string) => /^# \d+\. (.+)$/m.exec(text)?.[1]
const statusOf = (text: string) => /^Status: (accepted|superseded)/m.exec(text)?.[1]

test('the index has every decision, with the title and the status of its file', () => {
  const rows = (index?.text ?? '').split('\n').filter((line) => line.startsWith('| ['))
  const wrong = decisions.filter(({ path, text }) => {
    const file = path.replace('docs/adr/', '')
    const row = rows.find((line) => line.startsWith(`| [${Number(file.slice(0, 4))}](${file}) |`))
    const [title, status] = [titleOf(text), statusOf(text)]
    return !title || !status || !row?.includes(` | ${title} | `) || !row.includes(` | ${status}`)
  })
  expect(wrong.map(({ path }) => path)).toEqual([])
  expect(rows.length).toBe(decisions.length)
})

test('a decision is a page at most', () => {
  const long = decisions.filter(({ text }) => text.split(/\s+/).length > mostWords)
  expect(long.map(({ path }) => path)).toEqual([])
})

test('links between documents lead somewhere', () => {
  const lost = filesOf(/\.md$/).flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].flatMap(([, target = '']) =>
      existsSync(join(root, dirname(path), target)) ? [] : [`${path}: ${target}`],
    ),
  )
  expect(lost).toEqual([])
})
