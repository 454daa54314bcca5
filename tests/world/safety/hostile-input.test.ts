import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { reachOf } from '#shared/rules/permissions.ts'
import { type Cast, type Player, theCast } from '#tests/conformance/cast-of-cells.ts'
import { rows } from '#tests/conformance/cells.ts'
import type { Row } from '#tests/conformance/row.ts'
import { answerTo } from '#tests/conformance/trying.ts'
import { type Attack, apiDocument, attacksOn, operationOf } from './attacks.ts'
import { faultOf } from './refusal.ts'
import { differences, ledgerTables, movementsIn, stateOf } from './state.ts'

/**
 * Hostile and random values in every field, by callers with access: no server error, uniform refusals, no unwanted
 * change.
 */
let cast: Cast
let document: z.output<typeof apiDocument>
let elsewhere: Record<string, string>
let calls = 0

const atOnce = 8

beforeAll(async () => {
  cast = await theCast()
  const response = await playerNamed('V').caller.fetch('/api/openapi.json')
  document = apiDocument.parse(await response.json())
  elsewhere = await stateOf(cast.world.sql, sideNamed('a3').tenantId)
}, 120_000)

describe('hostile values', () => {
  test.each(eachEndpointOnce().map((row) => [row.name, row] as const))(
    '%s',
    { timeout: 180_000 },
    async (_name, row) => {
      const { sql } = cast.world
      const side = sideNamed('a1')
      const player = playerFor(row)
      const base = await row.aim(side, player.actor.accountIds[0] ?? null)
      const before = await stateOf(sql, side.tenantId)
      const movedBefore = await movementsIn(sql, side.tenantId)
      const { faults, done } = await launched(player, row, attacksOn(operationOf(document, row), base))
      expect(faults).toEqual([])

      const changed = differences(before, await stateOf(sql, side.tenantId))
      const mayChange = row.endpoint.method !== 'GET' && done > 0
      const mayMove = mayChange && row.endpoint.repeats === 'movement'
      expect(
        mayChange
          ? changed.filter(
              (table) => isLedger(table) && !mayMove && !isCorrected(row, table) && !isUnlocked(row, table),
            )
          : changed,
      ).toEqual([])
      const moved = (await movementsIn(sql, side.tenantId)) - movedBefore
      expect(moved).toBeLessThanOrEqual(mayMove ? done : 0)
    },
  )
})

test('the ledger is sound afterwards, and nothing of another tenant was touched', async () => {
  const { sql } = cast.world
  expect(await sql`select * from ledger_faults(${sideNamed('a1').tenantId})`).toEqual([])
  expect(differences(elsewhere, await stateOf(sql, sideNamed('a3').tenantId))).toEqual([])
  expect(cast.world.logged.filter((line) => line.includes('"bug"'))).toEqual([])
  process.stdout.write(`safety: ${calls} hostile calls\n`)
})

/** Sends attacks concurrently; `done` counts accepted ones. */
async function launched(player: Player, row: Row, attacks: Attack[]): Promise<{ faults: string[]; done: number }> {
  const faults: string[] = []
  const waiting = attacks.values()
  let done = 0
  const launch = async () => {
    for (const { what, request } of waiting) {
      const { status, contentType, text } = await answeredInTurn(player, row, request)
      calls += 1
      if (status < 300) done += 1
      const fault = faultOf(status, contentType, text)
      if (fault) faults.push(`${what}: ${fault}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, launch))
  return { faults, done }
}

/** Retries calls that got 503 because they waited too long for locked units. */
async function answeredInTurn(player: Player, row: Row, request: Attack['request']) {
  let answer = await answerTo(player, row, request)
  for (let again = 0; answer.status === 503 && again < 5; again += 1) answer = await answerTo(player, row, request)
  return answer
}

/** One row per endpoint, the first, whose subject is unfinished. Reads come before changes fill the lists. */
function eachEndpointOnce(): Row[] {
  const once = rows.filter((row, index) => rows.findIndex((each) => each.endpoint === row.endpoint) === index)
  const isRead = (row: Row) => row.endpoint.method === 'GET'
  return [...once.filter(isRead), ...once.filter((row) => !isRead(row))]
}

/** Units of acts that wait become free; nobody moves them. */
const isUnlocked = ({ name }: Row, table: string) =>
  ['decidePending', 'stopAccount', 'stopByLink'].includes(name) && ['balance', 'block'].includes(table)

/** A correction writes the words of a claim, and moves nothing. */
function isCorrected({ endpoint }: Row, table: string): boolean {
  return endpoint.name === 'correctClaim' && table === 'claim'
}

function isLedger(table: string): boolean {
  return ledgerTables.some((name) => name === table)
}

function playerFor({ act, endpoint, kind }: Row): Player {
  if (endpoint.name === 'createAccount') return playerNamed('N')
  if (kind === 'opinion') return playerNamed('Q')
  const admin = playerNamed('A')
  return reachOf(admin.actor, act ?? endpoint.access) === 'none' ? playerNamed('T') : admin
}

function playerNamed(letter: Player['letter']): Player {
  const player = cast.players.find((each) => each.letter === letter)
  if (!player) throw new Error(`There is no ${letter}.`)
  return player
}

function sideNamed(accountId: string) {
  const side = cast.sides.find((each) => each.accountId === accountId)
  if (!side) throw new Error(`There is no ${accountId}.`)
  return side
}
