import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gasLimit, gasOfItems, nothing } from '#server/infra/chain/contract.ts'
import { accountRef, custodyAddress, paddedAddress, tokenId } from '#server/infra/chain/derive.ts'
import {
  batchesOf,
  batchOperations,
  itemsOfHoldings,
  type Movement,
  type MovementPart,
  operationsOf,
  operationsOfHolding,
  type Planned,
} from './plan.ts'

const aMovement = (parts: Partial<MovementPart>[]): Movement => ({
  tenantId: 'verra',
  transactionId: 'x',
  refusals: 0,
  documentHash: null,
  parts: parts.map((part) => ({
    assetId: 'asset',
    cap: 100n,
    fromAccount: 'maker',
    toAccount: 'maker',
    toState: 'held',
    quantity: 7n,
    ...part,
  })),
})

const [maker, buyer] = [accountRef('verra', 'maker'), accountRef('verra', 'buyer')]
const base = { tokenId: tokenId('verra', 'asset'), amount: 7n, document: nothing }

describe('the operations of a movement', () => {
  test.each<[string, Partial<MovementPart>, object[]]>([
    [
      'mint',
      { fromAccount: null },
      [
        { ...base, kind: 'open', from: nothing, to: nothing, amount: 100n },
        { ...base, kind: 'mint', from: nothing, to: maker },
      ],
    ],
    ['transfer', { toAccount: 'buyer' }, [{ ...base, kind: 'transfer', from: maker, to: buyer }]],
    ['claim', { toState: 'retired' }, [{ ...base, kind: 'retire', from: maker, to: nothing }]],
    ['burn', { toState: 'cancelled' }, [{ ...base, kind: 'cancel', from: maker, to: nothing }]],
    ['lock', { toState: 'locked' }, []],
    [
      'issue that was retired at once',
      { fromAccount: null, toState: 'retired' },
      [
        { ...base, kind: 'open', from: nothing, to: nothing, amount: 100n },
        { ...base, kind: 'mint', from: nothing, to: maker },
        { ...base, kind: 'retire', from: maker, to: nothing },
      ],
    ],
  ])('of a %s', (_, part, operations) => {
    expect(operationsOf(aMovement([part]))).toEqual(operations)
  })

  test('carry the hash of its document', () => {
    const documentHash = `0x${'ab'.repeat(32)}` as const
    const [operation] = operationsOf({ ...aMovement([{ toState: 'retired' }]), documentHash })
    expect(operation?.document).toBe(documentHash)
  })
})

describe('the operations of a holding', () => {
  const holding = { ordinal: 1n, tenantId: 'verra', assetId: 'asset', accountId: 'maker', cap: 100n }
  const earlier = custodyAddress(maker)
  const document = paddedAddress(earlier)
  const opened = { ...base, kind: 'open', from: nothing, to: nothing, amount: 100n, document }

  test('make all units anew, and retire and cancel what was retired and cancelled', () => {
    expect(operationsOfHolding({ ...holding, held: 7n, retired: 2n, cancelled: 1n }, earlier)).toEqual([
      opened,
      { ...base, kind: 'mint', from: nothing, to: maker, amount: 10n, document },
      { ...base, kind: 'retire', from: maker, to: nothing, amount: 2n, document },
      { ...base, kind: 'cancel', from: maker, to: nothing, amount: 1n, document },
    ])
  })

  test('open a token id once in a batch', () => {
    const one = { ...holding, held: 7n, retired: 0n, cancelled: 0n }
    const batch = [one, { ...one, accountId: 'buyer' }].map((each) => ({
      holding: each,
      operations: operationsOfHolding(each, earlier),
    }))
    expect(itemsOfHoldings(batch)).toEqual([
      opened,
      { ...base, kind: 'mint', from: nothing, to: maker, document },
      { ...base, kind: 'mint', from: nothing, to: buyer, document },
    ])
  })
})

describe('batches', () => {
  const aPlan = fc
    .array(
      fc.record({
        toState: fc.constantFrom('held' as const, 'retired' as const),
        fromAccount: fc.constantFrom(null, 'seller'),
      }),
      { minLength: 1, maxLength: 60 },
    )
    .map((parts): Planned => {
      const movement = aMovement(parts)
      return { movement, operations: operationsOf(movement) }
    })
  const plans = fc.array(aPlan, { maxLength: 60 })

  test('keep every movement, whole and in order, within what a chain takes', () => {
    fc.assert(
      fc.property(plans, (planned) => {
        const batches = batchesOf(planned)
        expect(batches.flat()).toEqual(planned)
        for (const batch of batches) {
          const operations = batch.flatMap((each) => each.operations)
          expect(batch.length === 1 || operations.length <= batchOperations).toBe(true)
          expect(batch.length === 1 || gasOfItems(operations) <= gasLimit).toBe(true)
        }
      }),
    )
  })

  test('are as few as can be one after the other', () => {
    const one: Planned = { movement: aMovement([{}]), operations: operationsOf(aMovement([{ toState: 'retired' }])) }
    expect(batchesOf(Array.from({ length: 401 }, () => one)).map((batch) => batch.length)).toEqual([200, 200, 1])
  })
})
