import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { readCheckpoint, readVerifierKey } from './checkpoint.ts'
import { rangeHashesOf } from './tiles.ts'
import { consistencyRanges, isConsistent } from './tree.ts'

const usage = `npm run watch-log -- URL [--key KEY] [--state FILE] [--every SECONDS] [--once]

  URL              of the log, such as https://registry.example/log/lake
  --key KEY        the log's public key; without one that of the first look is kept in the state
  --state FILE     what was seen (watched-log.json)
  --every SECONDS  between looks (60)
  --once           looks once`

const heads = z.object({ key: z.string(), checkpoint: z.string() })
type Seen = z.output<typeof heads>

class Stopped extends Error {
  readonly code: 1 | 2
  constructor(code: 1 | 2, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Follows the signed heads of a log. Exits with 1 where the log forked: a head that its key has signed is not
 * consistent with an earlier one; both are then in the state's file. Exits with 2 on wrong arguments, or with `--once`
 * if the log does not answer.
 */
async function watch(): Promise<void> {
  const { url, key, state, everyMs, isOnce } = settings()
  for (;;) {
    try {
      const seen = await readState(state)
      const { now, says } = await look(url, key, seen, state)
      await writeFile(state, `${JSON.stringify(now, null, 2)}\n`)
      console.log(`${new Date().toISOString()} ${says}`)
    } catch (error) {
      if (error instanceof Stopped || isOnce) throw error
      console.error(`${new Date().toISOString()} The log could not be read: ${reasonOf(error)}`)
    }
    if (isOnce) return
    await pause(everyMs)
  }
}

/** Reads the newest head and proves that it continues the one that was seen. */
async function look(url: string, given: string | undefined, seen: Seen | null, state: string) {
  const key = given ?? seen?.key ?? (await publishedKey(url))
  const verifier = readVerifierKey(key)
  if (!verifier) throw new Stopped(2, `${key} is no key of a log.`)
  const checkpoint = await read(`${url}/checkpoint`).then((response) => response.text())
  const head = readCheckpoint(checkpoint, verifier)
  if (!head) throw new Stopped(1, `The newest head is not signed with the key ${key}.`)
  const now = { key, checkpoint }
  const before = seen && readCheckpoint(seen.checkpoint, verifier)
  if (!before) return { now, says: `${head.size} links; the first head that is seen.` }
  // A cache may answer an earlier head.
  const [earlier, later] = before.size <= head.size ? [before, head] : [head, before]
  const readTile = (path: string) =>
    read(`${url}/${path}`).then(async (response) => new Uint8Array(await response.arrayBuffer()))
  const ranges = earlier.size === later.size ? [] : consistencyRanges(earlier.size, later.size)
  const path = await rangeHashesOf(readTile, later.size, ranges)
  if (!isConsistent(earlier, later, path)) {
    await writeFile(state, `${JSON.stringify({ ...seen, forked: checkpoint }, null, 2)}\n`)
    throw new Stopped(
      1,
      `THE LOG FORKED: its head of ${later.size} links does not continue that of ${earlier.size}. ${state} has both.`,
    )
  }
  if (later === before)
    return { now: seen, says: `${before.size} links; an earlier head of ${head.size} was answered.` }
  return { now, says: `${head.size} links, consistent with the ${before.size} before.` }
}

async function publishedKey(url: string): Promise<string> {
  const logs = z.object({ logs: z.array(z.object({ url: z.string(), key: z.string() })) })
  const answer = await read(`${new URL(url).origin}/.well-known/registry-logs`).then((response) => response.json())
  const log = logs.parse(answer).logs.find((each) => new URL(each.url).pathname === new URL(url).pathname)
  if (!log) throw new Stopped(2, `There is no log at ${url}.`)
  return log.key
}

async function readState(file: string): Promise<Seen | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new Stopped(2, `${file} cannot be read: ${error.message}`)
  })
  if (text === null) return null
  const seen = heads.extend({ forked: z.string().optional() }).safeParse(parsed(text))
  if (!seen.success) throw new Stopped(2, `${file} holds no state of a watched log. Name another file with --state.`)
  if (seen.data.forked !== undefined) throw new Stopped(1, `The log forked earlier: ${file} has both heads.`)
  return seen.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function read(address: string): Promise<Response> {
  const response = await fetch(address, { signal: AbortSignal.timeout(30_000) })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return response
}

function settings() {
  const { values, positionals } = given()
  const [url = '', ...others] = positionals
  const everyMs = 1_000 * Number(values.every ?? 60)
  if (!URL.canParse(url) || others.length > 0 || !(everyMs > 0)) throw new Stopped(2, usage)
  const { key, state = 'watched-log.json', once: isOnce = false } = values
  return { url: url.replace(/\/$/, ''), key, state, everyMs, isOnce }
}

function given() {
  try {
    const option = { type: 'string' } as const
    return parseArgs({
      allowPositionals: true,
      options: { key: option, state: option, every: option, once: { type: 'boolean' } },
    })
  } catch (error) {
    throw new Stopped(2, `${reasonOf(error)}\n\n${usage}`)
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

await watch().catch((error: unknown) => {
  console.error(reasonOf(error))
  process.exitCode = error instanceof Stopped ? error.code : 2
})
