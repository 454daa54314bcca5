import { expect, test } from 'vitest'
import en from '#shared/texts/refusals/en.json' with { type: 'json' }
import { filesOf } from './files.ts'

/** The reason may end in a placeholder. */
type Made = { path: string; reason: string; facts: string[] }

const inCode = filesOf(/^(server|shared)\/.*\.ts$/)
  .filter(({ path }) => !path.includes('.test.'))
  .flatMap(({ path, text }) =>
    [...text.matchAll(/because\(\s*(['`])([\w.]+)(?:\$\{[^}]*\})?\1(?:,\s*\{([^}]*)\})?/g)].map(
      ([, , reason = '', facts = '']): Made => ({ path, reason, facts: namesIn(facts) }),
    ),
  )
const inSql = filesOf(/^migrations\/current\/.*\.sql$/).flatMap(({ path, text }) =>
  [...text.matchAll(/perform fail\((?:[^;]*?)'(\w+\.\w+)'(?: end)?(?:,\s*jsonb_build_object\(([^;]*)\))?\)?;/g)].map(
    ([, reason = '', facts = '']): Made => ({
      path,
      reason,
      facts: [...facts.matchAll(/'(of|\w+)',/g)].map(([, name]) => name ?? '').filter((name) => name !== 'account'),
    }),
  ),
)

/** A reason's sentences: several for a placeholder. */
function sentencesOf(reason: string): string[] {
  const [group = '', name = ''] = reason.split('.')
  const sentences: Record<string, string> = { ...Reflect.get(en.refusals, group) }
  return name === '' ? Object.values(sentences) : [sentences[name] ?? ''].filter((each) => each !== '')
}

function namesIn(facts: string): string[] {
  return facts.split(/,(?![^([]*[)\]])/).flatMap((each) => /^\s*(\w+)/.exec(each)?.[1] ?? [])
}

function namedBy(sentence: string): string[] {
  return [...sentence.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name ?? '')
}

test('refusals are found in the code and in the functions of the ledger', () => {
  expect(inCode.length).toBeGreaterThan(100)
  expect(inSql.length).toBeGreaterThan(10)
})

test('every refusal has its sentence, and gives all the facts that the sentence names', () => {
  const wrong = [...inCode, ...inSql].filter(({ reason, facts }) => {
    const sentences = sentencesOf(reason)
    return sentences.length === 0 || sentences.some((each) => namedBy(each).some((name) => !facts.includes(name)))
  })
  expect(wrong).toEqual([])
})

test('every check of our own in a contract says its reason', () => {
  const checks = filesOf(/^shared\/contract\/.*\.ts$/).flatMap(({ path, text }) =>
    [...text.matchAll(/\.refine\(|\.addIssue\(|issues\.push\(/g)].map(({ index }) => ({
      path,
      call: callAt(text, index),
    })),
  )
  expect(checks.length).toBeGreaterThan(10)
  expect(checks.filter(({ call }) => !/faultAt\(|params:/.test(call))).toEqual([])
})

/** The call's text up to its closing bracket. */
function callAt(text: string, start: number): string {
  let open = 0
  for (let end = text.indexOf('(', start); end < text.length; end += 1) {
    if (text[end] === '(') open += 1
    if (text[end] === ')') open -= 1
    if (open === 0) return text.slice(start, end + 1)
  }
  return text.slice(start)
}
