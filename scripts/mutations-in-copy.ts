import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createVitest, type TestCase, type TestSpecification } from 'vitest/node'
import { ownArguments } from '#server/app/arguments.ts'
import { mutationsOfFiles } from '../tests/conformance/mutations/all.ts'
import type { Mutation } from '../tests/conformance/mutations/mutation.ts'
import { type WatchedWeb, watchWeb } from './mutated-web.ts'

/**
 * Tries mutations in the copy that `npm run mutations` makes. One world serves all; it restarts, with its data, after
 * changes outside the web app.
 */
type Tried = Mutation & { tests: string }

const root = join(import.meta.dirname, '..')
const usage = `npm run mutations -- [NAME …] [--share I/N] [--brief]

  NAME     the beginning of a file of statements, or the number of one
  --share  the I-th of N parts, such as 2/8
  --brief  prints only mutations that no test notices`

const { values: options, positionals: names } = ownArguments({
  usage,
  options: { share: { type: 'string', default: '1/1' }, brief: { type: 'boolean', default: false } },
  words: ['NAME …'],
})
const tried = chosen()
const vitest = await createVitest('test', { root, watch: false, maxWorkers: 1, reporters: [{}] })
await vitest.standalone()
const world: {
  web: WatchedWeb | null
  /** Whether it runs changed sources. */
  isChanged: boolean
} = { web: null, isChanged: false }
let noticed = 0
for (const [tests, mutations] of Map.groupBy(tried, (each) => each.tests)) {
  noticed += await tryThose(tests, mutations)
}
world.web?.stop()
await vitest.close()
console.log(`tests: ${noticed} passed, ${tried.length - noticed} failed`)
process.exit(noticed === tried.length ? 0 : 1)

function chosen(): Tried[] {
  const all = mutationsOfFiles.flatMap(({ tests, mutations }) => mutations.map((each) => ({ ...each, tests })))
  const [part = 1, of = 1] = options.share.split('/').map(Number)
  const isNamed = ({ tests, statement }: Tried) =>
    names.length === 0 || names.some((name) => tests.startsWith(name) || name === String(statement))
  const named = all.filter(isNamed)
  const inPart = named.filter((_, at) => Math.floor((at * of) / named.length) + 1 === part)
  if (inPart.length === 0) throw new Error(`No mutation is named by: ${process.argv.slice(2).join(' ')}`)
  return inPart
}

/** Returns the number of mutations that tests detect. */
async function tryThose(tests: string, mutations: readonly Tried[]): Promise<number> {
  const path = `tests/conformance/specification/${tests}`
  const specifications = await vitest.globTestSpecifications([`${path}.test.ts`, `${path}.api.test.ts`])
  const isInBrowser = specifications.some(({ project }) => project.name === 'browser')
  if (isInBrowser) world.web ??= await watchWeb()
  const numbers = [...new Set(mutations.map(({ statement }) => statement))]
  const broken = await failuresOf(specifications, numbers, isInBrowser && world.isChanged)
  if (isInBrowser) world.isChanged = false
  for (const [number, why] of broken) console.log(`FAILS UNCHANGED  ${number}  ${tests}: ${why}`)
  let found = 0
  for (const mutation of mutations.toSorted((one, other) => Number(isOfServer(one)) - Number(isOfServer(other)))) {
    const start = performance.now()
    const { statement, kind, file, from, to } = mutation
    const failures = await withMutation(mutation, () => {
      const isAnew = isInBrowser && (world.isChanged || isOfServer(mutation))
      if (isInBrowser) world.isChanged = isOfServer(mutation)
      return failuresOf(specifications, [statement], isAnew)
    }).catch((error: unknown) => {
      console.log(`COULD NOT BE TRIED  ${statement}  ${file}: ${error}`)
      return new Map<number, string>()
    })
    const isNoticed = failures.has(statement) && !broken.has(statement)
    if (isNoticed) found += 1
    const seconds = ((performance.now() - start) / 1000).toFixed(0)
    const outcome = isNoticed ? 'noticed    ' : 'NOT NOTICED'
    if (isNoticed && options.brief) continue
    console.log(`${outcome}  ${statement}  ${kind}: ${oneLine(from)} → ${oneLine(to)}  ${file}  ${seconds} s`)
    if (isNoticed) console.log(`    ${failures.get(statement)}`)
  }
  return found
}

/** Texts count as the web app's: other tests cover the server's. */
function isOfServer({ file }: Mutation): boolean {
  return file === 'web/index.html' || !(file.startsWith('web/') || file.startsWith('shared/texts/'))
}

async function withMutation<Result>({ file, from, to }: Mutation, act: () => Promise<Result>): Promise<Result> {
  const path = join(root, file)
  const original = await readFile(path, 'utf8')
  if (original.split(from).length !== 2) throw new Error(`${file} does not say once: ${from}`)
  const write = async (text: string) => {
    const change = () => writeFile(path, text)
    await (world.web ? world.web.after(change, [path]) : change())
    vitest.invalidateFile(path)
  }
  await write(original.replace(from, () => to))
  try {
    return await act()
  } finally {
    await write(original)
  }
}

/** Returns failed statements with errors; `isAnew` restarts the world. */
async function failuresOf(
  specifications: TestSpecification[],
  statements: readonly number[],
  isAnew: boolean,
): Promise<ReadonlyMap<number, string>> {
  vitest.setGlobalTestNamePattern(new RegExp(`^\\d+\\D+ (${statements.join('|')}) `))
  const { testModules: known } = await (isAnew
    ? vitest.rerunTestSpecifications(specifications)
    : vitest.runTestSpecifications(specifications))
  // Results include earlier runs.
  const testModules = known.filter(({ moduleId }) => specifications.some((each) => each.moduleId === moduleId))
  const cases = testModules.flatMap((module) => [...module.children.allTests()])
  const run = cases.filter((test) => test.result().state !== 'skipped')
  const failed = run.filter((test) => test.result().state === 'failed')
  const failures = new Map(failed.map((test) => [numberOf(test), messagesOf(test.result().errors)]))
  // Hooks can fail too.
  const suites = testModules.flatMap((module) => [module, ...module.children.allSuites()])
  const broken = suites.flatMap((suite) => suite.errors())
  for (const number of statements) {
    if (run.some((test) => numberOf(test) === number)) continue
    if (broken.length === 0) throw new Error(`There is no test of ${number}.`)
    failures.set(number, messagesOf(broken))
  }
  return failures
}

function messagesOf(errors: readonly { message: string }[] | undefined): string {
  return oneLine(errors?.[0]?.message ?? '')
}

function numberOf(test: TestCase): number {
  return Number.parseInt(test.name, 10)
}

function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what colours begin with
  const plain = text.replaceAll(/\x1b\[\d+m/g, '').replaceAll(/\s+/g, ' ')
  return plain.length > 120 ? `${plain.slice(0, 119)}…` : plain
}
