import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import {
  type AbiParameter,
  BaseError,
  ContractFunctionRevertedError,
  createTestClient,
  getContract,
  http,
  keccak256,
  pad,
  parseAbi,
  parseEventLogs,
  publicActions,
  stringToHex,
  toHex,
  walletActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedChain, startChain } from '#embedded/chain.ts'
import {
  anchorInterface,
  batchData,
  contractName,
  contractSymbol,
  deploymentData,
  abi as doorAbi,
  gasOf,
  gasOfAnchor,
  gasOfBatch,
  gasOfDeployment,
  gasOfItems,
  gasOfPause,
  type Kind,
  kinds,
  nothing,
  type Operation,
} from '#server/infra/chain/contract.ts'
import { accountRef, custodyAddress, type Hex, tokenId } from '#server/infra/chain/derive.ts'
import { compileContract, writtenForm } from './compile.ts'

const abi = [
  ...doorAbi,
  ...parseAbi([
    'function supply(uint256 tokenId) view returns (uint64 cap, uint64 issued, uint64 retired, uint64 cancelled)',
    'function balanceOf(address account, uint256 id) view returns (uint256)',
    'function custodyOf(bytes32 ref) view returns (address)',
    'function retire(uint256 tokenId, uint256 amount, bytes32 document)',
    'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
    'function name() view returns (string)',
    'function symbol() view returns (string)',
    'function uri(uint256) view returns (string)',
    'function contractURI() view returns (string)',
    'function setMetadata(string folder)',
    'event ContractURIUpdated()',
    'error ERC1155MissingApprovalForAll(address operator, address owner)',
    'error ERC1155InvalidReceiver(address receiver)',
  ]),
]

let folder: string
let chain: EmbeddedChain
let units: Awaited<ReturnType<typeof deploy>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contract-'))
  chain = await startChain({ dataDir: folder, log: () => {} })
  units = await deploy()
})

afterAll(async () => {
  await chain.stop()
  await rm(folder, { recursive: true })
})

function clientOf(key: Hex) {
  const account = privateKeyToAccount(key)
  const options = { mode: 'anvil', account, chain: anvil, transport: http(chain.rpcUrl) } as const
  return createTestClient(options).extend(publicActions).extend(walletActions)
}

async function mined(client: ReturnType<typeof clientOf>, sent: Promise<Hex>) {
  const hash = await sent
  await client.mine({ blocks: 1 })
  return client.getTransactionReceipt({ hash })
}

async function deploy() {
  const client = clientOf(chain.operatorKey)
  const receipt = await mined(client, client.sendTransaction({ data: deploymentData(client.account.address, site) }))
  const address = receipt.contractAddress
  if (!address) throw new Error('The contract was not made.')
  return { client, address, gasUsed: receipt.gasUsed, contract: getContract({ abi, address, client }) }
}

async function aWallet() {
  const client = clientOf(generatePrivateKey())
  await client.setBalance({ address: client.account.address, value: 10n ** 18n })
  return { client, address: client.account.address, contract: getContract({ abi, address: units.address, client }) }
}

const site = 'https://registry.test'
let made = 0
const newHex = (): Hex => keccak256(toHex(`${process.pid}-${Date.now()}-${made++}`))
const newTokenId = () => BigInt(newHex())

/** Omitted fields are zero. */
function item(kind: Kind, tokenId: bigint, amount: bigint, parts: Partial<Operation> = {}): Operation {
  return { kind, tokenId, amount, from: nothing, to: nothing, document: nothing, ...parts }
}

async function execute(operations: Operation[], operationId = newHex()) {
  const { client, address } = units
  const data = batchData(operationId, operations)
  const receipt = await mined(client, client.sendTransaction({ to: address, data, gas: gasOfItems(operations) }))
  if (receipt.status !== 'success') throw new Error('reverted')
  return receipt
}

const asSent = (operations: Operation[]) => operations.map((each) => ({ ...each, kind: kinds.indexOf(each.kind) }))

/** The error name of a revert, or `accepted`. */
async function verdict(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call
    return 'accepted'
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    const revert = error.walk((cause) => cause instanceof ContractFunctionRevertedError)
    if (!(revert instanceof ContractFunctionRevertedError)) throw error
    return revert.data?.errorName ?? revert.reason
  }
}

const verdictOf = (operations: Operation[], operationId = newHex()) =>
  verdict(units.contract.simulate.execute([operationId, asSent(operations)]))

async function anAsset(amount: bigint) {
  const [token, holder] = [newTokenId(), newHex()]
  await execute([item('open', token, amount), item('mint', token, amount, { to: holder })])
  return { token, holder }
}

describe('the committed contract', () => {
  const fresh = compileContract()

  test('is what the source compiles to', async () => {
    const committed = await readFile(new URL('./registry-units.json', import.meta.url), 'utf8')
    expect(committed).toBe(writtenForm(fresh))
  })

  test('has everything that the registry calls', () => {
    const bare = ({
      name,
      type,
      indexed,
      components,
    }: AbiParameter & { indexed?: boolean; components?: readonly AbiParameter[] }): object => ({
      ...{ name: name ?? '', type, indexed: indexed ?? false },
      components: components?.map(bare) ?? [],
    })
    const shape = (each: (typeof abi)[number]) => ({
      type: each.type,
      name: 'name' in each ? each.name : '',
      inputs: 'inputs' in each ? each.inputs.map(bare) : [],
      outputs: 'outputs' in each ? each.outputs.map(bare) : [],
    })
    const compiled = (fresh.abi as typeof abi).map(shape)
    for (const each of abi) expect(compiled).toContainEqual(shape(each))
  })

  test('costs no more gas than the registry allows for', () => {
    expect(units.gasUsed).toBeLessThan(gasOfDeployment)
  })
})

describe('derivations', () => {
  test('of custody addresses are the same here and there', async () => {
    for (const ref of [accountRef('verra', 'acme'), accountRef('v', 'é'), newHex(), newHex()]) {
      expect(await units.contract.read.custodyOf([ref])).toBe(custodyAddress(ref))
    }
  })
})

describe('a batch', () => {
  test('issues, moves, retires and cancels, and counts it', async () => {
    const { token, holder } = await anAsset(100n)
    const buyer = newHex()
    await execute([
      item('transfer', token, 40n, { from: holder, to: buyer }),
      item('retire', token, 15n, { from: buyer }),
      item('cancel', token, 5n, { from: holder }),
    ])
    expect(await units.contract.read.supply([token])).toEqual([100n, 100n, 15n, 5n])
    const holders = [custodyAddress(holder), custodyAddress(buyer)]
    expect(await units.contract.read.balanceOfBatch([holders, [token, token]])).toEqual([55n, 25n])
  })

  test('emits an event for each item, with operation id, place and document hash', async () => {
    const { token, holder } = await anAsset(10n)
    const [operationId, document] = [newHex(), newHex()]
    const items = [item('retire', token, 3n, { from: holder, document }), item('cancel', token, 2n, { from: holder })]
    const receipt = await execute(items, operationId)
    const events = parseEventLogs({ abi, logs: receipt.logs, eventName: 'Recorded' })
    expect(events.map(({ args }) => args)).toEqual(
      asSent(items).map((each, index) => ({ operationId, index: BigInt(index), ...each })),
    )
  })

  test('with a seen operation id is refused as a whole', async () => {
    const { token, holder } = await anAsset(10n)
    const operationId = newHex()
    await execute([item('retire', token, 1n, { from: holder })], operationId)
    expect(await units.contract.read.executed([operationId])).toBe(true)
    expect(await verdictOf([item('retire', token, 1n, { from: holder })], operationId)).toBe('OperationSeen')
  })

  test('with one bad item leaves no trace', async () => {
    const { token, holder } = await anAsset(10n)
    const operationId = newHex()
    const items = [item('retire', token, 1n, { from: holder }), item('retire', token, 10n, { from: holder })]
    await expect(execute(items, operationId)).rejects.toThrow('reverted')
    expect(await units.contract.read.executed([operationId])).toBe(false)
    expect(await units.contract.read.supply([token])).toEqual([10n, 10n, 0n, 0n])
  })

  test.each<[string, (token: bigint, holder: Hex) => Operation[]]>([
    ['CapExceeded', (token, holder) => [item('mint', token, 1n, { to: holder })]],
    ['CapLowered', (token) => [item('open', token, 9n)]],
    ['AmountMissing', (token, holder) => [item('retire', token, 0n, { from: holder })]],
    ['AccountMissing', (token, holder) => [item('transfer', token, 1n, { from: holder })]],
    ['AccountMissing', (token, holder) => [item('transfer', token, 1n, { to: holder })]],
    ['AccountMissing', (token) => [item('open', token, 20n), item('mint', token, 1n)]],
    ['ERC1155InsufficientBalance', (token, holder) => [item('transfer', token, 11n, { from: holder, to: newHex() })]],
    ['ERC1155InsufficientBalance', (token) => [item('retire', token, 1n, { from: newHex() })]],
    ['ERC1155InvalidReceiver', (token, holder) => [item('withdraw', token, 1n, { from: holder })]],
    ['NotAWallet', (token, holder) => [item('withdraw', token, 1n, { from: holder, to: newHex() })]],
    ['SafeCastOverflowedUintDowncast', (token) => [item('open', token, 2n ** 64n)]],
  ])('is refused with %s', async (error, items) => {
    const { token, holder } = await anAsset(10n)
    expect(await verdictOf(items(token, holder))).toBe(error)
  })

  test('of somebody without the role is refused', async () => {
    const wallet = await aWallet()
    const attempt = wallet.contract.simulate.execute([newHex(), asSent([item('open', 1n, 1n)])])
    expect(await verdict(attempt)).toBe('AccessControlUnauthorizedAccount')
    expect(await verdict(wallet.contract.simulate.pause())).toBe('AccessControlUnauthorizedAccount')
  })

  test('of an unknown kind is refused', async () => {
    const unknown = { ...item('open', 1n, 1n), kind: kinds.length }
    await expect(units.contract.simulate.execute([newHex(), [unknown]])).rejects.toThrow('reverted')
  })
})

describe('the face of the contract', () => {
  test('has a name, and says where the facts of each token are', async () => {
    const { read } = units.contract
    expect([await read.name(), await read.symbol()]).toEqual([contractName, contractSymbol])
    expect(await read.uri([newTokenId()])).toBe(`${site}/units/metadata/{id}.json`)
    expect(await read.contractURI()).toBe(`${site}/units/metadata/contract.json`)
  })

  test('moves to another address by the admin alone', async () => {
    const { contract, client } = await deploy()
    const receipt = await mined(client, contract.write.setMetadata(['https://other.test/']))
    expect(parseEventLogs({ abi, logs: receipt.logs, eventName: 'ContractURIUpdated' })).toHaveLength(1)
    expect(await contract.read.uri([1n])).toBe('https://other.test/{id}.json')
    expect(await contract.read.contractURI()).toBe('https://other.test/contract.json')
    const stranger = (await aWallet()).contract.simulate.setMetadata(['https://evil.test/'])
    expect(await verdict(stranger)).toBe('AccessControlUnauthorizedAccount')
  })
})

describe('an anchor', () => {
  test('says which head a log had', async () => {
    const [log, root] = [newHex(), newHex()]
    const { client, contract } = units
    expect(await contract.read.supportsInterface([anchorInterface])).toBe(true)
    const receipt = await mined(client, contract.write.anchor([log, 3n, root]))
    expect(parseEventLogs({ abi, logs: receipt.logs, eventName: 'Anchored' })[0]?.args).toEqual({ log, size: 3n, root })
    expect(receipt.gasUsed).toBeLessThan(gasOfAnchor)
    const later = await mined(client, contract.write.anchor([log, 4n, newHex()]))
    expect(later.gasUsed).toBeLessThan((gasOfAnchor * 2n) / 3n)
  })

  test('never takes a head back, and has one root for a size', async () => {
    const log = newHex()
    const { client, contract } = units
    await mined(client, contract.write.anchor([log, 3n, newHex()]))
    const root = newHex()
    await mined(client, contract.write.anchor([log, 5n, root]))
    const verdictOn = (size: bigint, root: Hex) => verdict(contract.simulate.anchor([log, size, root]))
    expect(await verdictOn(4n, newHex())).toBe('HeadTakenBack')
    expect(await verdictOn(5n, newHex())).toBe('HeadTakenBack')
    expect(await verdictOn(5n, root)).toBe('accepted')
    expect(await verdictOn(6n, newHex())).toBe('accepted')
  })

  test('of somebody without the role is refused', async () => {
    const attempt = (await aWallet()).contract.simulate.anchor([newHex(), 1n, newHex()])
    expect(await verdict(attempt)).toBe('AccessControlUnauthorizedAccount')
  })
})

describe('a wallet', () => {
  async function aFundedWallet(amount: bigint) {
    const { token, holder } = await anAsset(amount)
    const wallet = await aWallet()
    await execute([item('withdraw', token, amount, { from: holder, to: pad(wallet.address) })])
    return { token, holder, ...wallet }
  }

  test('retires its own units', async () => {
    const { token, contract, client, address } = await aFundedWallet(10n)
    await mined(client, contract.write.retire([token, 4n, stringToHex('for the sea', { size: 32 })]))
    expect(await contract.read.balanceOf([address, token])).toBe(6n)
    expect(await contract.read.supply([token])).toEqual([10n, 10n, 4n, 0n])
    expect(await verdict(contract.simulate.retire([token, 7n, nothing]))).toBe('ERC1155InsufficientBalance')
  })

  test('gives units back to an account by the standard transfer', async () => {
    const { token, contract, client, address } = await aFundedWallet(10n)
    const account = custodyAddress(newHex())
    await mined(client, contract.write.safeTransferFrom([address, account, token, 3n, '0x']))
    expect(await contract.read.balanceOf([account, token])).toBe(3n)
  })

  test('is out of the operator’s reach', async () => {
    const { token, address, holder } = await aFundedWallet(10n)
    const asAccount = [pad(address), keccak256(address), keccak256(pad(address))]
    for (const from of asAccount) {
      expect(await verdictOf([item('transfer', token, 1n, { from, to: holder })])).toBe('ERC1155InsufficientBalance')
      expect(await verdictOf([item('retire', token, 1n, { from })])).toBe('ERC1155InsufficientBalance')
    }
    const standard = units.contract.simulate.safeTransferFrom([address, custodyAddress(holder), token, 1n, '0x'])
    expect(await verdict(standard)).toBe('ERC1155MissingApprovalForAll')
    expect(await units.contract.read.balanceOf([address, token])).toBe(10n)
  })

  test('cannot touch an account’s units', async () => {
    const { token, holder } = await anAsset(10n)
    const wallet = await aWallet()
    const theft = wallet.contract.simulate.safeTransferFrom([custodyAddress(holder), wallet.address, token, 1n, '0x'])
    expect(await verdict(theft)).toBe('ERC1155MissingApprovalForAll')
  })
})

describe('a pause', () => {
  test('stops the registry and the wallets until it is lifted', async () => {
    const { token, holder } = await anAsset(10n)
    const { client, contract } = units
    const wallet = await aWallet()
    await execute([item('withdraw', token, 5n, { from: holder, to: pad(wallet.address) })])
    const paused = await mined(client, contract.write.pause())
    expect(paused.gasUsed).toBeLessThan(gasOfPause)
    try {
      expect(await verdictOf([item('retire', token, 1n, { from: holder })])).toBe('EnforcedPause')
      expect(await verdict(wallet.contract.simulate.retire([token, 1n, nothing]))).toBe('EnforcedPause')
    } finally {
      expect((await mined(client, contract.write.unpause())).gasUsed).toBeLessThan(gasOfPause)
    }
    expect(await verdictOf([item('retire', token, 1n, { from: holder })])).toBe('accepted')
  })
})

describe('gas', () => {
  test.each(kinds)('of %s is within what the registry allows for', async (kind) => {
    const amount = 2n ** 53n - 1n
    const fresh = await Promise.all(Array.from({ length: 20 }, () => anAssetFor(kind, amount)))
    const empty = (await execute([])).gasUsed
    const receipt = await execute(fresh)
    expect(empty).toBeLessThan(gasOfBatch)
    expect((receipt.gasUsed - empty) / 20n).toBeLessThan(gasOf[kind])
  })

  let turn = Promise.resolve()
  /** The most expensive case: every storage slot is new. */
  async function anAssetFor(kind: Kind, amount: bigint): Promise<Operation> {
    const [token, from, document] = [newTokenId(), newHex(), newHex()]
    const to = kind === 'withdraw' ? pad(privateKeyToAccount(generatePrivateKey()).address) : newHex()
    const before = [
      ...(kind === 'open' ? [] : [item('open', token, amount)]),
      ...(kind === 'open' || kind === 'mint' ? [] : [item('mint', token, amount, { to: from })]),
    ]
    const prepared = turn.then(() => execute(before))
    turn = prepared.then(() => {})
    await prepared
    return item(kind, token, kind === 'open' || kind === 'mint' ? amount : amount - 1n, { from, to, document })
  }
})

describe('any sequence of batches', () => {
  test('does what a ledger of plain sums does, and refuses what it refuses', async () => {
    const accounts = [0, 1, 2]
    const anItem = fc.record({
      kind: fc.constantFrom<Kind>('open', 'mint', 'transfer', 'retire', 'cancel'),
      asset: fc.nat(1),
      from: fc.constantFrom(...accounts),
      to: fc.constantFrom(...accounts),
      amount: fc.integer({ min: 0, max: 12 }).map(BigInt),
    })
    const batches = fc.array(fc.array(anItem, { minLength: 1, maxLength: 5 }), { minLength: 4, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(batches, async (sequence) => {
        const [tokens, refs] = [[newTokenId(), newTokenId()], accounts.map(newHex)]
        let sums: Sums = { supplies: tokens.map(() => [0n, 0n, 0n, 0n]), balances: tokens.map(() => [0n, 0n, 0n]) }
        for (const batch of sequence) {
          const after = batch.reduce<Sums | null>((sum, each) => sum && applied(sum, each), sums)
          const sent = batch.map(({ asset, from, to, ...rest }) =>
            item(rest.kind, tokens[asset]!, rest.amount, { from: refs[from]!, to: refs[to]! }),
          )
          expect((await verdictOf(sent)) === 'accepted').toBe(after !== null)
          if (!after) continue
          await execute(sent)
          sums = after
        }
        expect(await Promise.all(tokens.map((token) => units.contract.read.supply([token])))).toEqual(sums.supplies)
        const holders = refs.map(custodyAddress)
        for (const [asset, token] of tokens.entries()) {
          const balances = await units.contract.read.balanceOfBatch([holders, holders.map(() => token)])
          expect(balances).toEqual(sums.balances[asset])
          const [, issued, retired, cancelled] = sums.supplies[asset]!
          expect(balances.reduce((a, b) => a + b)).toBe(issued - retired - cancelled)
        }
      }),
      { numRuns: 12 },
    )
  }, 60_000)

  type Sums = { supplies: [bigint, bigint, bigint, bigint][]; balances: bigint[][] }
  type Step = { kind: Kind; asset: number; from: number; to: number; amount: bigint }

  /** Null if the ledger refuses the item. */
  function applied(sums: Sums, { kind, asset, from, to, amount }: Step): Sums | null {
    const { supplies, balances } = structuredClone(sums)
    const [supply, balance] = [supplies[asset]!, balances[asset]!]
    if (kind === 'open') supply[0] = amount >= supply[0] ? amount : -1n
    if (kind === 'mint') supply[1] += amount
    if (kind === 'retire') supply[2] += amount
    if (kind === 'cancel') supply[3] += amount
    if (kind === 'transfer' || kind === 'retire' || kind === 'cancel') balance[from]! -= amount
    const short = balance[from]! < 0n
    if (kind === 'transfer' || kind === 'mint') balance[to]! += amount
    const refused = amount === 0n || short || supply[0] < 0n || supply[1] > supply[0]
    return refused ? null : { supplies, balances }
  }
})

test('token ids and references differ by tenant', () => {
  expect(tokenId('a', 'x')).not.toBe(tokenId('b', 'x'))
  expect(accountRef('a', 'x')).not.toBe(accountRef('b', 'x'))
})
