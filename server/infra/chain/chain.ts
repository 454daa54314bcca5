import { hkdfSync } from 'node:crypto'
import {
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  http,
  type PublicClient,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { Failure } from '#shared/rules/failure.ts'
import { abi, gasOfItems, kinds, type Operation } from './contract.ts'
import type { Address, Hex } from './derive.ts'

/** A connection to an EVM chain and the key that the registry signs with. Made without asking the chain anything. */
export type Chain = {
  client: PublicClient
  /** Asks each question in a request of its own: answers that share one wait for the slowest of them. */
  patientClient: PublicClient
  operator: PrivateKeyAccount
  /** A key of 32 bytes for another purpose (HKDF, RFC 5869), the same in every process that signs with this operator's key. */
  keyFor(purpose: string): Buffer
  /** How many blocks, its own included, make a transaction final. */
  confirmations: number
  /** Where people look transactions up, such as `https://etherscan.io`; null when the chain has no such place. */
  explorerUrl: string | null
}

export type ChainSettings = { rpcUrl: string; operatorKey: Hex; confirmations: number; explorerUrl?: string | null }

export type Block = { number: bigint; hash: Hex; parentHash: Hex; at: Date; baseFee: bigint }
export type Receipt = { hash: Hex; succeeded: boolean; blockNumber: bigint; blockHash: Hex; gasUsed: bigint }
/** Wei per unit of gas: the most we pay, and what of it goes to the block's maker. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
export type Supply = { cap: bigint; issued: bigint; retired: bigint; cancelled: bigint }

const requestTimeoutMs = 15_000
/** Reads of one moment share an HTTP request. */
const requestsPerCall = 50
/** Receipts in one HTTP request: each has the events of a whole batch, and nodes bound what one answer may hold. */
const receiptsPerCall = 8
/** Far above all events of one block of ours; a larger answer is given up, so that no node fills our memory. */
const largestAnswerBytes = 64 * 1024 * 1024
/** Token ids or holders in one read of the contract. */
const readsPerRequest = 400

/** Connects to a chain. Every function below fails with `unavailable` when the chain does not answer. */
export function connectChain({ rpcUrl, operatorKey, confirmations, explorerUrl = null }: ChainSettings): Chain {
  const options = { timeout: requestTimeoutMs, retryCount: 1, maxResponseBodySize: largestAnswerBytes }
  const batched = http(rpcUrl, { ...options, batch: { batchSize: requestsPerCall } })
  const secret = Buffer.from(operatorKey.slice(2), 'hex')
  return {
    client: createPublicClient({ transport: batched, cacheTime: 0 }),
    patientClient: createPublicClient({ transport: http(rpcUrl, options), cacheTime: 0 }),
    operator: privateKeyToAccount(operatorKey),
    keyFor: (purpose) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)),
    confirmations,
    explorerUrl: explorerUrl || null,
  }
}

export function chainIdOf({ client }: Chain): Promise<number> {
  return throughDoor(client.getChainId())
}

/** The newest block. */
export function headOf(chain: Chain): Promise<Block> {
  return throughDoor(chain.client.getBlock({ blockTag: 'latest' }).then(asBlock))
}

/** The block with this number, or null when the chain has none. */
export function blockOf(chain: Chain, blockNumber: bigint): Promise<Block | null> {
  return throughDoor(chain.client.getBlock({ blockNumber }).then(asBlock, nullIf('BlockNotFoundError')))
}

/** Whether the chain still has a block, with the same one before it and so on: not after a reorganisation that dropped it. */
export async function hasStill(chain: Chain, { number, hash }: Pick<Block, 'number' | 'hash'>): Promise<boolean> {
  return (await blockOf(chain, number))?.hash === hash
}

/**
 * The number of the newest block that is final under `head`; below zero when there is none yet. Never that of `head` itself, of
 * which a node that makes the next one may answer with what that one changes.
 */
export function finalUnder({ confirmations }: Pick<Chain, 'confirmations'>, head: Pick<Block, 'number'>): bigint {
  return head.number - BigInt(Math.max(confirmations - 1, 1))
}

/** How many wei the operator has, in the newest block. */
export function coinsOf({ client, operator }: Chain): Promise<bigint> {
  return throughDoor(client.getBalance({ address: operator.address }))
}

/** The next nonce of an address: after what is in blocks (`latest`), after what waits as well (`pending`), or as of a block. */
export function nonceOf({ client }: Chain, address: Address, at: 'latest' | 'pending' | bigint): Promise<bigint> {
  const when = typeof at === 'bigint' ? { blockNumber: at } : { blockTag: at }
  return throughDoor(client.getTransactionCount({ address, ...when }).then(BigInt))
}

/** The receipts of transactions, in the order asked; null for one that is in no block. */
export async function receiptsOf(chain: Chain, hashes: readonly Hex[]): Promise<(Receipt | null)[]> {
  const receipts: (Receipt | null)[] = []
  for (const some of slicesOf(hashes, receiptsPerCall)) {
    receipts.push(...(await throughDoor(Promise.all(some.map((hash) => receiptOf(chain, hash))))))
  }
  return receipts
}

function receiptOf({ client }: Chain, hash: Hex): Promise<Receipt | null> {
  return client.getTransactionReceipt({ hash }).then(
    ({ status, blockNumber, blockHash, gasUsed }) => ({
      hash,
      succeeded: status === 'success',
      blockNumber,
      blockHash,
      gasUsed,
    }),
    nullIf(TransactionReceiptNotFoundError.name),
  )
}

/** Whether the node has a transaction, in a block or waiting. */
export function isKnown({ client }: Chain, hash: Hex): Promise<boolean> {
  return throughDoor(client.getTransaction({ hash }).then(() => true, nullIf(TransactionNotFoundError.name))).then(
    Boolean,
  )
}

/** What a transaction should pay now: twice the base fee, so that it outlives six full blocks, and the usual tip. */
export async function feesOf(chain: Chain): Promise<Fees> {
  const [{ baseFee }, tip] = await Promise.all([
    headOf(chain),
    throughDoor(chain.client.estimateMaxPriorityFeePerGas()),
  ])
  return { maxFeePerGas: 2n * baseFee + tip, maxPriorityFeePerGas: tip }
}

/** Whether the contract carried out a batch, in the newest block: its own word. */
export function wasExecuted({ client }: Chain, contract: Address, operationId: Hex): Promise<boolean> {
  return throughDoor(client.readContract({ abi, address: contract, functionName: 'executed', args: [operationId] }))
}

/** Whether there is a contract at the address, in the newest block. */
export async function isContract({ client }: Chain, address: Address): Promise<boolean> {
  const code = await throughDoor(client.getCode({ address }))
  return code !== undefined && code !== '0x'
}

/** Why the contract would refuse a batch in the newest block, or null when it would carry it out. */
export async function refusalOf(
  chain: Chain,
  contract: Address,
  operationId: Hex,
  items: readonly Operation[],
): Promise<string | null> {
  const args = [operationId, items.map((item) => ({ ...item, kind: kinds.indexOf(item.kind) }))] as const
  const call = {
    abi,
    address: contract,
    functionName: 'execute',
    args,
    account: chain.operator.address,
    gas: gasOfItems(items),
  } as const
  const asked = chain.client.simulateContract(call).then(
    () => null,
    (error: unknown) => {
      const revert =
        error instanceof BaseError ? error.walk((cause) => cause instanceof ContractFunctionRevertedError) : null
      if (revert instanceof ContractFunctionRevertedError) return wordsOf(revert)
      throw error
    },
  )
  return throughDoor(asked)
}

/** Asks the node to carry a signed transaction. An accepted one is not yet in a block, and may never be. */
export function broadcast({ client }: Chain, raw: Hex): Promise<Broadcast> {
  const sent = client.sendRawTransaction({ serializedTransaction: raw }).then(
    (): Broadcast => ({ verdict: 'accepted' }),
    (error: unknown): Broadcast => {
      const said = error instanceof BaseError ? (error.details ?? '') : ''
      for (const [verdict, words] of nodeWords) if (words.test(said)) return { verdict, said }
      throw error
    },
  )
  return throughDoor(sent)
}

export type Broadcast = { verdict: 'accepted' | 'nonce used' | 'underpriced' | 'refused'; said?: string }

/** What nodes say to a transaction that they do not take: anvil, geth, erigon, nethermind, besu. */
const nodeWords: [Broadcast['verdict'], RegExp][] = [
  ['accepted', /already (known|imported|exists)|known transaction/i],
  ['nonce used', /nonce (is )?too low|nonce has already been used|invalid nonce/i],
  ['underpriced', /underpriced|less than block base fee|fee ?cap|fee too low|gas price (is )?(too low|below)/i],
  ['refused', /insufficient funds|gas limit|gas too (high|low)|txpool is full|chain ?id|not allowed/i],
]

/** The supplies of token ids as of a block, in the order asked. */
export async function suppliesAt(
  chain: Chain,
  contract: Address,
  tokenIds: readonly bigint[],
  blockNumber: bigint,
): Promise<Supply[]> {
  const call = { abi, address: contract, blockNumber } as const
  const asked = slicesOf(tokenIds).map((some) =>
    chain.patientClient.readContract({ ...call, functionName: 'suppliesOf', args: [some] }),
  )
  return (await throughDoor(Promise.all(asked))).flat()
}

/** What holders have of token ids as of a block, in the order asked. */
export async function balancesAt(
  chain: Chain,
  contract: Address,
  holdings: readonly { holder: Address; tokenId: bigint }[],
  blockNumber: bigint,
): Promise<bigint[]> {
  const call = { abi, address: contract, blockNumber } as const
  const asked = slicesOf(holdings).map((some) => {
    const args = [some.map(({ holder }) => holder), some.map(({ tokenId }) => tokenId)] as const
    return chain.patientClient.readContract({ ...call, functionName: 'balanceOfBatch', args })
  })
  return (await throughDoor(Promise.all(asked))).flat()
}

/** The address of a page about something on chain, or null when the chain has no explorer. */
export function explorerLink(
  { explorerUrl }: Pick<Chain, 'explorerUrl'>,
  what: 'tx' | 'address' | 'block',
  value: string,
): string | null {
  return explorerUrl && `${explorerUrl.replace(/\/+$/, '')}/${what}/${value}`
}

/**
 * Maps what goes wrong between us and the chain to an outage. Its cause says what, in words without the node's address, which
 * may hold a key.
 */
export async function throughDoor<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    const failure = new Failure('unavailable', 'The chain does not answer. Try again in a moment.')
    failure.cause = new Error(`${error.shortMessage} ${error.details ?? ''}`.trim())
    throw failure
  }
}

function asBlock(block: {
  number: bigint
  hash: Hex
  parentHash: Hex
  timestamp: bigint
  baseFeePerGas: bigint | null
}): Block {
  const { number, hash, parentHash, timestamp, baseFeePerGas } = block
  return { number, hash, parentHash, at: new Date(Number(timestamp) * 1000), baseFee: baseFeePerGas ?? 0n }
}

/** viem throws where a node answers null; this gives the null back. */
function nullIf(name: string) {
  return (error: unknown): null => {
    if (error instanceof Error && error.name === name) return null
    throw error
  }
}

function wordsOf(revert: ContractFunctionRevertedError): string {
  const { data, reason, signature } = revert
  return data
    ? `${data.errorName}(${data.args?.join(', ') ?? ''})`
    : (reason ?? signature ?? 'reverted without a reason')
}

function slicesOf<Item>(all: readonly Item[], size = readsPerRequest): Item[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, slice) => all.slice(slice * size, (slice + 1) * size))
}
