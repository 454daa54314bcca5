import { expect, test } from 'vitest'
import { filesOf } from './files.ts'

/** Words that replace a noun, or that tell history. */
const riddles =
  /\b(whoever|whichever|no longer|used to be|until now|of one's own|the one or the other|is told|are told|is asked|are asked|what is asked)\b/i
/** A line that is a comment, or part of one. */
const comment = /^\s*(\/\*\*?|\*|\/\/|--)\s/

test('comments name their nouns and tell no history', () => {
  const found = filesOf(/\.(tsx?|mjs|cjs|sol)$|^migrations\/current\//)
    .filter(({ path }) => path !== 'tests/tidy/comments.test.ts')
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, at) => (comment.test(line) && riddles.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : [])),
    )
  expect(found).toEqual([])
})
