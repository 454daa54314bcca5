import { describe, expect, inject, test } from 'vitest'
import { freePort } from '#embedded/free-port.ts'
import {
  blockOf,
  broadcast,
  type Chain,
  chainIdOf,
  connectChain,
  explorerLink,
  feesOf,
  headOf,
  isContract,
  isKnown,
  receiptsOf,
} from './chain.ts'
import { accountRef, custodyAddress, type Hex, tokenId } from './derive.ts'
import { contractMadeBy, resign, signVoid } from './sign.ts'

const noHash: Hex = `0x${'11'.repeat(32)}`

function theChain() {
  const { chainRpcUrl, operatorKey } = inject('servers')
  return connectChain({ rpcUrl: chainRpcUrl, operatorKey: `0x${operatorKey.slice(2)}`, confirmations: 1 })
}

describe('derivations', () => {
  test('never change: what is on chain was derived by them', () => {
    expect(accountRef('verra', 'acme')).toMatchInlineSnapshot(
      `"0x2d29aadf77ca733c6554efa1b5638d2a304de876938b20644f8ccbc04da5b9ef"`,
    )
    expect(custodyAddress(accountRef('verra', 'acme'))).toMatchInlineSnapshot(
      `"0x209Fd82ED511c19407d0f9277cc7dDB09D5fA4Ef"`,
    )
    expect(tokenId('verra', 'asset-1')).toMatchInlineSnapshot(
      `94170716001964748182398185295265784168161665698518059911447655885751283652866n`,
    )
  })

  test('of a contract’s address follow its maker and nonce', () => {
    const maker = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    expect(contractMadeBy(maker, 0n)).toBe('0x5FbDB2315678afecb367f032d93F642f64180aa3')
  })
})

describe('the door', () => {
  test('distinguishes an existing contract from a missing one', async () => {
    const chain = theChain()
    const head = await headOf(chain)
    expect(await blockOf(chain, head.number)).toEqual(head)
    expect(await blockOf(chain, head.number + 1_000_000n)).toBeNull()
    expect(await receiptsOf(chain, [noHash])).toEqual([null])
    expect(await isKnown(chain, noHash)).toBe(false)
    expect(await isContract(chain, custodyAddress(noHash))).toBe(false)
  })

  test('maps silence to an outage', async () => {
    const rpcUrl = `http://127.0.0.1:${await freePort()}`
    const nowhere = connectChain({ rpcUrl, operatorKey: `0x${'1'.repeat(64)}`, confirmations: 1 })
    for (const call of [headOf, chainIdOf, feesOf, (chain: Chain) => broadcast(chain, '0x02')]) {
      await expect(call(nowhere)).rejects.toMatchObject({ code: 'unavailable' })
    }
  })

  test('returns the node’s verdict on a transaction', async () => {
    const chain = connectChain({
      rpcUrl: inject('servers').chainRpcUrl,
      operatorKey: `0x${'2'.repeat(64)}`,
      confirmations: 1,
    })
    const fees = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 1n }
    const { raw } = await signVoid(chain, { chainId: await chainIdOf(chain), nonce: 0n, fees })
    expect(await broadcast(chain, raw)).toMatchObject({ verdict: 'refused' })
    const cheap = await resign(chain, raw, { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n })
    expect((await broadcast(chain, cheap.raw)).verdict).not.toBe('accepted')
    expect(cheap.hash).not.toBe(noHash)
  })

  test('links to the explorer, if there is one', () => {
    expect(explorerLink({ explorerUrl: 'https://e.test/' }, 'tx', noHash)).toBe(`https://e.test/tx/${noHash}`)
    expect(explorerLink({ explorerUrl: null }, 'tx', noHash)).toBeNull()
  })
})
