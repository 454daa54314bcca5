import { BaseError, encodeDeployData, encodeFunctionData, getAbiItem, parseAbi, toFunctionSelector } from 'viem'
import compiled from '#contracts/registry-units.json' with { type: 'json' }
import type { Address, Hex } from './derive.ts'

/** The functions that the registry uses; a test compares them with the compiled contract. */
export const abi = parseAbi([
  'struct Operation { uint8 kind; uint256 tokenId; bytes32 from; bytes32 to; uint256 amount; bytes32 document; }',
  'struct Supply { uint64 cap; uint64 issued; uint64 retired; uint64 cancelled; }',
  'constructor(address admin, address operator, address pauser, string metadata)',
  'function execute(bytes32 operationId, Operation[] operations)',
  'function executed(bytes32 operationId) view returns (bool)',
  'function anchor(bytes32 log, uint64 size, bytes32 root)',
  'function pause()',
  'function unpause()',
  'function paused() view returns (bool)',
  'function supportsInterface(bytes4 interfaceId) view returns (bool)',
  'function suppliesOf(uint256[] tokenIds) view returns (Supply[] supplies)',
  'function balanceOfBatch(address[] accounts, uint256[] ids) view returns (uint256[])',
  'event Recorded(bytes32 indexed operationId, uint256 indexed tokenId, uint256 index, uint8 kind, bytes32 from, bytes32 to, uint256 amount, bytes32 document)',
  'event Anchored(bytes32 indexed log, uint64 size, bytes32 root)',
  'event RetiredByHolder(address indexed holder, uint256 indexed tokenId, uint256 amount, bytes32 document)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
  'error OperationSeen(bytes32 operationId)',
  'error CapLowered(uint256 tokenId, uint256 cap, uint256 amount)',
  'error CapExceeded(uint256 tokenId, uint256 cap, uint256 issued)',
  'error AmountMissing(uint256 tokenId)',
  'error AccountMissing(uint256 tokenId)',
  'error NotAWallet(bytes32 to)',
  'error HeadTakenBack(bytes32 log, uint64 anchoredSize, uint64 size)',
  'error EnforcedPause()',
  'error ExpectedPause()',
  'error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)',
  'error ERC1155InsufficientBalance(address sender, uint256 balance, uint256 needed, uint256 tokenId)',
  'error SafeCastOverflowedUintDowncast(uint8 bits, uint256 value)',
])

/** In the order of the contract's `Kind`. No call requests `withdraw` (to the holder's wallet) yet. */
export const kinds = ['open', 'mint', 'transfer', 'retire', 'cancel', 'withdraw'] as const
export type Kind = (typeof kinds)[number]

/** `from`, `to`: account references or `nothing`; `document`: a hash or `nothing`. */
export type Operation = { kind: Kind; tokenId: bigint; from: Hex; to: Hex; amount: bigint; document: Hex }

export const nothing: Hex = `0x${'0'.repeat(64)}`

/**
 * Maximum gas per item, measured in contracts/registry-units.test.ts with new storage slots and no zero bytes.
 * `withdraw` excludes the receiving contract.
 */
export const gasOf: Record<Kind, bigint> = {
  open: 30_000n,
  mint: 39_000n,
  transfer: 40_000n,
  retire: 22_000n,
  cancel: 22_000n,
  withdraw: 43_000n,
}
/** Gas before the first item: transaction, role check, operation id's slot. */
export const gasOfBatch = 52_000n
/** Chains allow 2^24 (EIP-7825, Ethereum's Osaka rules). */
export const gasLimit = 16_000_000n
export const gasOfDeployment = 4_000_000n
/** The first of a log; later ones take a third less. */
export const gasOfAnchor = 54_000n

/** Of a whole contract, or the end of it. */
export const gasOfPause = 60_000n

/** Maximum gas of a batch. */
export function gasOfItems(operations: readonly { kind: Kind }[]): bigint {
  return operations.reduce((sum, { kind }) => sum + gasOf[kind], gasOfBatch)
}

export function batchData(operationId: Hex, operations: readonly Operation[]): Hex {
  const items = operations.map((item) => ({ ...item, kind: kinds.indexOf(item.kind) }))
  return encodeFunctionData({ abi, functionName: 'execute', args: [operationId, items] })
}

/** The signed head of a log: `log` is `logRef` of the log's name. */
export type AnchoredHead = { log: Hex; size: bigint; root: Hex }

export function anchorData({ log, size, root }: AnchoredHead): Hex {
  return encodeFunctionData({ abi, functionName: 'anchor', args: [log, size, root] })
}

export function pauseData(isPaused: boolean): Hex {
  return encodeFunctionData({ abi, functionName: pauseFunction(isPaused) })
}

export const pauseFunction = (isPaused: boolean) => (isPaused ? 'pause' : 'unpause')

/** By ERC-165, the id of an interface with one function is the function's selector. */
export const anchorInterface = toFunctionSelector(getAbiItem({ abi, name: 'anchor' }))

/** The encoder's error, or null if the items can be encoded. */
export function encodingFault(operations: readonly Operation[]): string | null {
  try {
    batchData(nothing, operations)
    return null
  } catch (error) {
    if (error instanceof BaseError) return error.shortMessage
    throw error
  }
}

/** What wallets and explorers call the contract, as contracts/RegistryUnits.sol says. */
export const contractName = 'Registry Units'
export const contractSymbol = 'UNITS'

/** The folder of the files that the contract names, below a registry's site. */
export const metadataPath = '/units/metadata/'

/** Whether the data of a deployment make the contract of this version. */
export const isOfThisVersion = (deployment: Hex) => deployment.startsWith(compiled.bytecode)

/** The operator gets every role. `site` has no trailing slash. */
export function deploymentData(operator: Address, site: string): Hex {
  const args = [operator, operator, operator, `${site}${metadataPath}`] as const
  return encodeDeployData({ abi, bytecode: asHex(compiled.bytecode), args })
}

function asHex(text: string): Hex {
  return `0x${text.slice(2)}`
}
