import { beforeAll, expect, test } from 'vitest'
import { contractOf } from '#server/units/settlement/chain-transactions.store.ts'
import { knownContracts } from '#server/units/settlement/contracts.store.ts'
import { lastMove } from '#server/units/settlement/moves.store.ts'
import { command } from '#tests/kit/command.ts'
import { theFirstContract } from '#tests/kit/first-contract.ts'
import { aSettledLedger, onDemand, passUntil, type SettledLedger } from '#tests/kit/settled-ledger.ts'

let ledger: SettledLedger
beforeAll(async () => {
  ledger = await aSettledLedger({ blockTimeMs: onDemand })
})

const moveHoldings = (...args: string[]) => command('move-holdings', { DATABASE_URL: ledger.databaseUrl }, args)
const stateIs = (state: string) => passUntil(ledger, async () => (await lastMove(ledger.sql))?.state === state)

test('a move is begun, followed, given up and made, and a contract of this version is not left', async () => {
  expect(await moveHoldings()).toEqual({ code: 0, output: 'The chain has no contract of this registry yet.\n' })
  expect(await moveHoldings('begin')).toMatchObject({ code: 1, output: expect.stringContaining('no contract of this') })
  expect(await moveHoldings('stop')).toMatchObject({ code: 1, output: expect.stringContaining('There is no “stop”') })

  const first = await theFirstContract(ledger)
  expect(await moveHoldings('return')).toMatchObject({ code: 1, output: expect.stringContaining('No holdings are on') })
  expect(await moveHoldings('begin')).toMatchObject({
    code: 0,
    output: expect.stringContaining(`holdings of ${first}`),
  })
  expect(await moveHoldings('begin')).toMatchObject({ code: 1, output: expect.stringContaining('on the move already') })
  await passUntil(ledger, async () => (await knownContracts(ledger.sql)).length === 2)
  expect(await moveHoldings()).toMatchObject({ code: 0, output: expect.stringContaining('A move is under way') })
  expect(await moveHoldings('return')).toMatchObject({ code: 0 })
  await stateIs('returned')

  await moveHoldings('begin')
  await stateIs('done')
  const { address = '' } = (await contractOf(ledger.sql, 31337)) ?? {}
  const { output } = await moveHoldings()
  expect(output).toMatch(new RegExp(`^current +${address} +chain 31337, blocks`, 'm'))
  expect(output).toMatch(/^given up +0x/m)
  expect(output).toMatch(new RegExp(`^earlier +${first} `, 'm'))
  expect(output).toContain('The last move is done: 0 holdings.')
  expect(await moveHoldings('begin')).toMatchObject({ code: 1, output: expect.stringContaining('there is no newer') })
}, 60_000)
