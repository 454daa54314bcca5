import { keccak_256 } from '@noble/hashes/sha3.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { hexOf } from './hash.ts'
import type { Head } from './tree.ts'

/** A head that a contract states for a log, and where it does. */
export type Anchor = Head & { block: number; transactionHash: string }

const anchoredTopic = keccakOf('Anchored(bytes32,uint64,bytes32)')

const quantity = z.string().regex(/^0x[0-9a-f]+$/i)
const events = z.array(
  z.object({
    data: z.string().regex(/^0x[0-9a-f]{128}$/i),
    blockNumber: quantity,
    transactionHash: z.string(),
  }),
)

/** The number of the newest block. Throws if the node does not answer, or no contract is at the address. */
export async function newestBlock(node: string, contract: string): Promise<number> {
  const code = z.string().parse(await ask(node, 'eth_getCode', [contract, 'latest']))
  if (code === '0x') throw new Error(`There is no contract at ${contract} on this chain.`)
  return Number(quantity.parse(await ask(node, 'eth_blockNumber', [])))
}

/**
 * Yields a contract's anchors of the log named `origin`, block after block. Asks for fewer blocks where the node refuses:
 * many limit them. Throws if it refuses a single block.
 */
export async function* anchorsBetween(
  node: string,
  { contract, origin }: { contract: string; origin: string },
  from: number,
  to: number,
): AsyncGenerator<Anchor> {
  const topics = [anchoredTopic, keccakOf(origin)]
  let blocks = to - from + 1
  for (let first = from; first <= to; ) {
    const last = Math.min(first + blocks - 1, to)
    const filter = { address: contract, topics, fromBlock: inHex(first), toBlock: inHex(last) }
    const answer = await ask(node, 'eth_getLogs', [filter]).catch((error: unknown) => {
      if (first === last) throw error
    })
    if (answer === undefined) blocks = Math.ceil((last - first + 1) / 2)
    else {
      yield* events.parse(answer).map(anchorOf)
      first = last + 1
      blocks *= 2
    }
  }
}

function anchorOf({ data, blockNumber, transactionHash }: z.output<typeof events>[number]): Anchor {
  const [size, root] = [Number(`0x${data.slice(2, 66)}`), data.slice(66).toLowerCase()]
  return { size, root, block: Number(blockNumber), transactionHash }
}

/** JSON-RPC. Throws for an error, never answers undefined. */
async function ask(node: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(node, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(30_000),
  })
  if (!response.ok) throw new Error(`The node answered ${response.status}.`)
  const { result, error } = z
    .object({ result: z.unknown(), error: z.object({ message: z.string() }).optional() })
    .parse(await response.json())
  if (error || result === undefined || result === null) {
    throw new Error(`The node refuses ${method}: ${error?.message ?? 'no result'}`)
  }
  return result
}

/** In hex with 0x. */
function keccakOf(text: string): string {
  return `0x${hexOf(keccak_256(utf8ToBytes(text)))}`
}

const inHex = (block: number) => `0x${block.toString(16)}`
