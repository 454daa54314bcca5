import { expect, test } from 'vitest'
import { filesOf } from './files.ts'

const code = filesOf(/^(server|embedded)\/.*(?<!\.test)\.ts$/)
const [operations] = filesOf(/^docs\/operations\.md$/)

/** First cells of the log lines' table; "…" stands for a variable part. */
const explained = (operations?.text.split('| log line | do |')[1]?.split('\n\n')[0] ?? '')
  .split('\n')
  .slice(2)
  .map((row) => row.split(' | ')[0]?.replace(/^\| /, '') ?? '')

/** Messages: the last text of `error` or `fatal`. */
const messages = code.flatMap(({ text }) =>
  [
    ...text.matchAll(/\blog(?:\([^)]*\))?\??\.error\((?:[^()]|\([^()]*\))*'([^']+)',?\s*\)|\.fatal\(.*'([^']+)'\)/g),
  ].map(([, error, fatal]) => error ?? fatal ?? ''),
)

test('every log line that needs an operator is explained to operators', () => {
  expect(messages.length).toBeGreaterThan(12)
  expect(messages.filter((message) => !explained.includes(message))).toEqual([])
})

test('every log line that is explained to operators is written by the code', () => {
  const isWritten = (line: string) => {
    const parts = line.split('…').map((part) => part.trim())
    return code.some(({ text }) => parts.every((part) => text.includes(part)))
  }
  expect(explained.length).toBeGreaterThan(20)
  expect(explained.filter((line) => !isWritten(line))).toEqual([])
})
