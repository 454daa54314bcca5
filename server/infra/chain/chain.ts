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
import { abi, anchorInterface, gasOfItems, gasOfPause, kinds, type Operation, pauseFunction } from './contract.ts'
import type { Address, Hex } from './derive.ts'

/** Creating it sends no request. */
export type Chain = {
  client: PublicClient
  /** Unbatched: a batch waits for its slowest request. */
  patientClient: PublicClient
  operator: PrivateKeyAccount
  /** Derives a 32-byte key (HKDF, RFC 5869), equal in all processes with this operator's key. */
  keyFor(purpose: string): Buffer
  /** Blocks, its own included, until a transaction is final. */
  confirmations: number
  /** Such as `https://etherscan.io`. */
  explorerUrl: string | null
}

export type ChainSettings = { rpcUrl: string; operatorKey: Hex; confirmations: number; explorerUrl?: string | null }

export type Block = { number: bigint; hash: Hex; parentHash: Hex; at: Date; baseFee: bigint }
export type Receipt = { hash: Hex; succeeded: boolean; blockNumber: bigint; blockHash: Hex; gasUsed: bigint }
/** Wei per unit of gas: the maximum, and the block producer's share. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
export type Supply = { cap: bigint; issued: bigint; retired: bigint; cancelled: bigint }

const requestTimeoutMs = 15_000
const requestsPerCall = 50
/** Per HTTP request: receipts hold a whole batch's events, and nodes limit response sizes. */
const receiptsPerCall = 8
/** Far above one block's events; protects our memory. */
const largestAnswerBytes = 64 * 1024 * 1024
const readsPerRequest = 400

/** Every function below fails with `unavailable` when the chain does not answer. */
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
  return orUnavailable(client.getChainId())
}

export function headOf(chain: Chain): Promise<Block> {
  return orUnavailable(chain.client.getBlock({ blockTag: 'latest' }).then(asBlock))
}

/** Null if the chain has no such block. */
export function blockOf(chain: Chain, blockNumber: bigint): Promise<Block | null> {
  return orUnavailable(chain.client.getBlock({ blockNumber }).then(asBlock, nullIf('BlockNotFoundError')))
}

/** False after a reorganisation that dropped the block. */
export async function hasStill(chain: Chain, { number, hash }: Pick<Block, 'number' | 'hash'>): Promise<boolean> {
  return (await blockOf(chain, number))?.hash === hash
}

/**
 * The newest final block's number, negative if none. Never `head` itself: a node that builds the next block may answer
 * for `head` with that block's changes.
 */
export function finalUnder({ confirmations }: Pick<Chain, 'confirmations'>, head: Pick<Block, 'number'>): bigint {
  return head.number - BigInt(Math.max(confirmations - 1, 1))
}

/** The operator's balance in wei. */
export function coinsOf({ client, operator }: Chain): Promise<bigint> {
  return orUnavailable(client.getBalance({ address: operator.address }))
}

/**
 * An address's next nonce: after mined transactions (`latest`), after waiting ones too (`pending`), or as of a block.
 */
export function nonceOf({ client }: Chain, address: Address, at: 'latest' | 'pending' | bigint): Promise<bigint> {
  const when = typeof at === 'bigint' ? { blockNumber: at } : { blockTag: at }
  return orUnavailable(client.getTransactionCount({ address, ...when }).then(BigInt))
}

/** In the order of `hashes`; null for a transaction in no block. */
export async function receiptsOf(chain: Chain, hashes: readonly Hex[]): Promise<(Receipt | null)[]> {
  const receipts: (Receipt | null)[] = []
  for (const some of slicesOf(hashes, receiptsPerCall)) {
    receipts.push(...(await orUnavailable(Promise.all(some.map((hash) => receiptOf(chain, hash))))))
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

/** Whether the node has the transaction, mined or waiting. */
export function isKnown({ client }: Chain, hash: Hex): Promise<boolean> {
  return orUnavailable(client.getTransaction({ hash }).then(() => true, nullIf(TransactionNotFoundError.name))).then(
    Boolean,
  )
}

/** Twice the base fee, which outlasts six full blocks, plus the usual tip. */
export async function feesOf(chain: Chain): Promise<Fees> {
  const [{ baseFee }, tip] = await Promise.all([
    headOf(chain),
    orUnavailable(chain.client.estimateMaxPriorityFeePerGas()),
  ])
  return { maxFeePerGas: 2n * baseFee + tip, maxPriorityFeePerGas: tip }
}

/** As of the newest block. */
export function wasExecuted({ client }: Chain, contract: Address, operationId: Hex): Promise<boolean> {
  return orUnavailable(client.readContract({ abi, address: contract, functionName: 'executed', args: [operationId] }))
}

/** As of the newest block. */
export async function isContract({ client }: Chain, address: Address): Promise<boolean> {
  const code = await orUnavailable(client.getCode({ address }))
  return code !== undefined && code !== '0x'
}

/** As of the newest block, or of an earlier one. */
export function isPaused({ client }: Chain, contract: Address, blockNumber?: bigint): Promise<boolean> {
  return orUnavailable(client.readContract({ abi, address: contract, functionName: 'paused', blockNumber }))
}

/** What contracts have answered: the code of a contract never changes. */
const anchorKeepers = new WeakMap<Chain, Map<Address, boolean>>()

/** False for contracts of earlier versions. */
export async function keepsAnchors(chain: Chain, contract: Address): Promise<boolean> {
  const answers = anchorKeepers.get(chain) ?? new Map<Address, boolean>()
  anchorKeepers.set(chain, answers)
  const call = { abi, address: contract, functionName: 'supportsInterface', args: [anchorInterface] } as const
  const answer = answers.get(contract) ?? (await orUnavailable(chain.client.readContract(call)))
  answers.set(contract, answer)
  return answer
}

/** Simulates a batch in the newest block. Returns the contract's reason to refuse it, or null. */
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
  return orUnavailable(reasonAgainst(chain.client.simulateContract(call)))
}

/** The same for a pause of the contract, or the end of one. */
export function refusalOfPause(chain: Chain, contract: Address, isPaused: boolean): Promise<string | null> {
  const functionName = pauseFunction(isPaused)
  const call = { abi, address: contract, functionName, account: chain.operator.address, gas: gasOfPause } as const
  return orUnavailable(reasonAgainst(chain.client.simulateContract(call)))
}

function reasonAgainst(simulation: Promise<unknown>): Promise<string | null> {
  return simulation.then(
    () => null,
    (error: unknown) => {
      const revert =
        error instanceof BaseError ? error.walk((cause) => cause instanceof ContractFunctionRevertedError) : null
      if (revert instanceof ContractFunctionRevertedError) return wordsOf(revert)
      throw error
    },
  )
}

/** Sends a signed transaction. Even an accepted one may never be mined. */
export function broadcast({ client }: Chain, raw: Hex): Promise<Broadcast> {
  const sent = client.sendRawTransaction({ serializedTransaction: raw }).then(
    (): Broadcast => ({ verdict: 'accepted' }),
    (error: unknown): Broadcast => {
      const message = error instanceof BaseError ? (error.details ?? '') : ''
      for (const [verdict, words] of nodeWords) if (words.test(message)) return { verdict, message }
      throw error
    },
  )
  return orUnavailable(sent)
}

export type Broadcast = { verdict: 'accepted' | 'nonce used' | 'underpriced' | 'refused'; message?: string }

/** From anvil, geth, erigon, nethermind and besu. */
const nodeWords: [Broadcast['verdict'], RegExp][] = [
  ['accepted', /already (known|imported|exists)|known transaction/i],
  ['nonce used', /nonce (is )?too low|nonce has already been used|invalid nonce/i],
  ['underpriced', /underpriced|less than block base fee|fee ?cap|fee too low|gas price (is )?(too low|below)/i],
  ['refused', /insufficient funds|gas limit|gas too (high|low)|txpool is full|chain ?id|not allowed/i],
]

/** As of a block, in the order of `tokenIds`. */
export async function suppliesAt(
  chain: Chain,
  contract: Address,
  tokenIds: readonly bigint[],
  blockNumber: bigint,
): Promise<Supply[]> {
  const call = { abi, address: contract, blockNumber } as const
  const reads = slicesOf(tokenIds).map((some) =>
    chain.patientClient.readContract({ ...call, functionName: 'suppliesOf', args: [some] }),
  )
  return (await orUnavailable(Promise.all(reads))).flat()
}

/** As of a block, in the order of `holdings`. */
export async function balancesAt(
  chain: Chain,
  contract: Address,
  holdings: readonly { holder: Address; tokenId: bigint }[],
  blockNumber: bigint,
): Promise<bigint[]> {
  const call = { abi, address: contract, blockNumber } as const
  const reads = slicesOf(holdings).map((some) => {
    const args = [some.map(({ holder }) => holder), some.map(({ tokenId }) => tokenId)] as const
    return chain.patientClient.readContract({ ...call, functionName: 'balanceOfBatch', args })
  })
  return (await orUnavailable(Promise.all(reads))).flat()
}

/** Null without an explorer. */
export function explorerLink(
  { explorerUrl }: Pick<Chain, 'explorerUrl'>,
  what: 'tx' | 'address' | 'block',
  value: string,
): string | null {
  return explorerUrl && `${explorerUrl.replace(/\/+$/, '')}/${what}/${value}`
}

/** Maps chain errors to `unavailable`. The cause omits the node's address, which may hold a key. */
export async function orUnavailable<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call
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

/** viem throws where a node answers null. */
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
