import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { type Anchor, anchorsBetween, newestBlock } from './anchors.ts'
import { readCheckpoint, readVerifierKey } from './checkpoint.ts'
import { type ReadTile, rangeHashesOf } from './tiles.ts'
import { consistencyRanges, type Head, isConsistent } from './tree.ts'

const usage = `npm run watch-log -- URL [--key KEY] [--state FILE] [--every SECONDS] [--once]
                        [--node URL --contract ADDRESS [--from-block N]]

  URL              of the log, such as https://registry.example/log/lake
  --key KEY        the log's public key; without one that of the first look is kept in the state
  --state FILE     what was seen (watched-log.json)
  --every SECONDS  between looks (60)
  --once           looks once
  --node URL       of a node of the chain; the log is also compared with the heads that are anchored there
  --contract ADDRESS
                   of the contract with the anchors. Take both from somebody else than the registry
  --from-block N   the first block that is looked at (0)`

/** `readTo`: the last block whose anchors were compared. `missing`: an anchored head that the log has yet to show. */
const anchored = z.object({
  contract: z.string(),
  readTo: z.number(),
  missing: z.object({ size: z.number(), since: z.string() }).nullable(),
})
const heads = z.object({ key: z.string(), checkpoint: z.string(), anchored: anchored.optional() })
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
 * consistent with an earlier one, or an anchored one; both are then in the state's file. Exits with 2 on wrong arguments,
 * or with `--once` if log or node do not answer.
 */
async function watch(): Promise<void> {
  const { url, key, state, everyMs, isOnce, chain } = settings()
  for (;;) {
    try {
      const seen = await readState(state)
      const { now, says } = await look(url, key, seen, state)
      const kept = { ...now, anchored: seen?.anchored }
      await write(state, kept)
      report(says)
      if (chain) {
        const { anchored, says } = await compareAnchors(url, chain, kept, state)
        await write(state, { ...now, anchored })
        report(says)
      }
    } catch (error) {
      if (error instanceof Stopped || isOnce) throw error
      console.error(`${new Date().toISOString()} Log or chain could not be read: ${reasonOf(error)}`)
    }
    if (isOnce) return
    await pause(everyMs)
  }
}

const report = (says: string) => console.log(`${new Date().toISOString()} ${says}`)

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
  if (!(await continues(tilesOf(url), earlier, later))) {
    await write(state, { ...seen, forked: checkpoint })
    throw new Stopped(
      1,
      `THE LOG FORKED: its head of ${later.size} links does not continue that of ${earlier.size}. ${state} has both.`,
    )
  }
  if (later === before)
    return { now: seen, says: `${before.size} links; an earlier head of ${head.size} was answered.` }
  return { now, says: `${head.size} links, consistent with the ${before.size} before.` }
}

/** The chain may have replaced so many of the blocks that were read. */
const blocksReadAgain = 128
/** The log shows a head before that is anchored, caches a little later. */
const patienceMs = 3_600_000

/**
 * Compares the newest head that was seen with the anchors in blocks that were not read. Stops where an anchored head is of
 * another tree, or of more links than the log has shown for an hour.
 */
async function compareAnchors(url: string, { node, contract, fromBlock }: Chain, now: Seen, state: string) {
  const verifier = readVerifierKey(now.key)
  const head = verifier && readCheckpoint(now.checkpoint, verifier)
  if (!head) throw new Stopped(2, `${state} holds no state of a watched log. Name another file with --state.`)
  const before = now.anchored?.contract === contract ? now.anchored : undefined
  const first = before ? Math.max(fromBlock, before.readTo + 1 - blocksReadAgain) : fromBlock
  const newest = await newestBlock(node, contract)
  const [readTile, agreeing, later]: [ReadTile, Anchor[], Anchor[]] = [tilesOf(url), [], []]
  for await (const anchor of anchorsBetween(node, { contract, origin: head.origin }, first, newest)) {
    if (anchor.size > head.size) later.push(anchor)
    else if (await continues(readTile, anchor, head)) agreeing.push(anchor)
    else {
      await write(state, { ...now, forked: JSON.stringify(anchor) })
      const { block, transactionHash, size } = anchor
      throw new Stopped(
        1,
        `THE LOG FORKED: the chain has another head of ${size} links (block ${block}, ${transactionHash}), which that of ${head.size} does not continue. ${state} has both.`,
      )
    }
  }
  const [late] = later
  const missing = late ? { size: late.size, since: before?.missing?.since ?? new Date().toISOString() } : null
  if (late && missing && Date.now() - Date.parse(missing.since) > patienceMs) {
    throw new Stopped(1, `THE LOG HIDES LINKS: block ${late.block} anchors ${late.size}, and it shows ${head.size}.`)
  }
  const waiting = late ? ` The head of ${late.size} links in block ${late.block} is not shown yet.` : ''
  return {
    anchored: { contract, readTo: late ? late.block - 1 : newest, missing },
    says: `Blocks ${first} to ${newest}: ${agreeing.length} anchors, all consistent.${waiting}`,
  }
}

const tilesOf =
  (url: string): ReadTile =>
  (path) =>
    read(`${url}/${path}`).then(async (response) => new Uint8Array(await response.arrayBuffer()))

/** Whether the log's tiles prove that the later head continues the earlier one. */
async function continues(readTile: ReadTile, earlier: Head, later: Head): Promise<boolean> {
  const ranges = earlier.size === later.size || earlier.size === 0 ? [] : consistencyRanges(earlier.size, later.size)
  return isConsistent(earlier, later, await rangeHashesOf(readTile, later.size, ranges))
}

async function write(file: string, seen: object | null): Promise<void> {
  await writeFile(file, `${JSON.stringify(seen, null, 2)}\n`)
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
  return { url: url.replace(/\/$/, ''), key, state, everyMs, isOnce, chain: chainOf(values) }
}

type Chain = { node: string; contract: string; fromBlock: number }

function chainOf({ node, contract, 'from-block': from = '0' }: ReturnType<typeof given>['values']): Chain | null {
  if (node === undefined && contract === undefined) return null
  const isGiven = URL.canParse(node ?? '') && /^0x[0-9a-f]{40}$/i.test(contract ?? '') && /^\d{1,15}$/.test(from)
  if (!isGiven || node === undefined || contract === undefined) throw new Stopped(2, usage)
  return { node, contract: contract.toLowerCase(), fromBlock: Number(from) }
}

function given() {
  try {
    const option = { type: 'string' } as const
    return parseArgs({
      allowPositionals: true,
      options: {
        ...{ key: option, state: option, every: option, once: { type: 'boolean' } },
        ...{ node: option, contract: option, 'from-block': option },
      },
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
