import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#shared/contract/index.ts'
import { type Cast, type Player, theCast } from './cast-of-cells.ts'
import { rows } from './cells.ts'
import { expected, type Outcome } from './expectation.ts'
import type { Row } from './row.ts'
import type { Side } from './sides.ts'
import { answerTo } from './trying.ts'

let cast: Cast
/** Statuses by row, letter and account. */
const seen = new Map<string, number>()

beforeAll(async () => {
  cast = await theCast()
}, 120_000)

test('every endpoint has a row', () => {
  const covered = new Set(rows.map((row) => row.endpoint.name))
  expect(endpoints.map((call) => call.name).filter((name) => !covered.has(name))).toEqual([])
})

describe('every role at every call, aimed at what is its own, of another account and of another tenant', () => {
  test.each(rows.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
    const wrong: string[] = []
    for (const player of cast.players) {
      for (const side of sidesFor(row, player)) {
        const wanted = expected(row, player.actor, side)
        const { status, text } = await answerTo(player, row, await row.aim(side, player.actor.accountIds[0] ?? null))
        seen.set(cellOf(row.name, player.letter, row.kind === 'caller' ? 'a1' : side.accountId), status)
        const cell = `${player.title} at ${side.accountId}`
        if (outcomeOf(status) !== wanted) wrong.push(`${cell}: ${status} ${text.slice(0, 200)}, expected ${wanted}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

test('no cell is untested', () => {
  const all = rows.flatMap((row) => cast.players.map((player) => sidesFor(row, player).length))
  expect(seen.size).toBe(all.reduce((sum, each) => sum + each, 0))
  process.stdout.write(`permissions: ${seen.size} cells of ${rows.length} rows and ${endpoints.length} endpoints\n`)
})

/**
 * The specification's statuses, stated independently of the code's table. Aimed at account a1, by: V visitor, N
 * newcomer, M member of a1, B member of a2, A admin of a1, T tenant admin, X of another tenant.
 */
describe('the calls of the specification', () => {
  test.each([
    //                            V    N    M    B    A    T    X
    ['listProjects', /*        */ 200, 200, 200, 200, 200, 200, 200],
    ['readProject', /*         */ 200, 200, 200, 200, 200, 200, 200],
    ['readProject, draft', /*  */ 404, 404, 200, 404, 200, 200, 404],
    ['listClaims', /*          */ 200, 200, 200, 200, 200, 200, 200],
    ['listProjects, isAdmin', /**/ 401, 403, 403, 403, 403, 200, 403],
    ['listMyProjects', /*      */ 401, 200, 200, 200, 200, 200, 200],
    ['listOwnedAssets', /*     */ 401, 200, 200, 200, 200, 200, 200],
    ['listMarketProjects', /*  */ 401, 200, 200, 200, 200, 200, 404],
    ['listMarketBalances', /*  */ 401, 200, 200, 200, 200, 200, 200],
    ['listMethodologies', /*   */ 401, 200, 200, 200, 200, 200, 200],
    ['readMethodology', /*     */ 401, 200, 200, 200, 200, 200, 404],
    ['listMeasurementProviders', 401, 200, 200, 200, 200, 200, 200],
    ['listVerificationProviders', 401, 200, 200, 200, 200, 200, 200],
    ['listMeasurements', /*    */ 401, 200, 200, 200, 200, 200, 404],
    ['listVerifications', /*   */ 401, 200, 200, 200, 200, 200, 404],
    ['readAccount', /*         */ 401, 404, 200, 200, 200, 200, 200],
    ['listClaims, account', /* */ 401, 404, 200, 404, 200, 200, 404],
    ['listTransactions', /*    */ 401, 404, 200, 404, 200, 200, 404],
    ['listBalances', /*        */ 401, 404, 200, 404, 200, 200, 404],
    ['listUsers', /*           */ 401, 403, 403, 403, 200, 200, 200],
    ['readLegacyCertificate', /**/ 401, 404, 200, 200, 200, 200, 200],
    ['createAccount', /*       */ 401, 201, 409, 409, 409, 409, 409],
    ['createProject', /*       */ 401, 403, 201, 201, 201, 201, 201],
    ['updateProject, draft', /**/ 401, 404, 200, 404, 200, 200, 404],
    ['updateProject', /*       */ 401, 403, 200, 403, 200, 200, 404],
    ['uploadImage, draft', /*  */ 401, 404, 200, 404, 200, 200, 404],
    ['uploadImage', /*         */ 401, 403, 200, 403, 200, 200, 404],
    ['uploadDocument, draft', /**/ 401, 404, 200, 404, 200, 200, 404],
    ['uploadDocument', /*      */ 401, 403, 200, 403, 200, 200, 404],
    ['mintUnits', /*           */ 401, 404, 201, 404, 201, 201, 404],
    // The caller's account may hold nothing of a1's asset.
    ['transferUnits', /*       */ 401, 403, 201, 409, 201, 409, 404],
    ['createClaim', /*         */ 401, 403, 201, 409, 201, 409, 404],
    ['syncTransactions', /*    */ 401, 403, 200, 200, 200, 200, 200],
    ['inviteUser', /*          */ 401, 403, 403, 403, 201, 201, 404],
    ['updateUser', /*          */ 401, 403, 403, 403, 200, 200, 404],
    ['deleteUser', /*          */ 401, 403, 403, 403, 200, 200, 404],
  ] as const)('%s', (name, ...statuses) => {
    expect(
      (['V', 'N', 'M', 'B', 'A', 'T', 'X'] as const).map((letter) => seen.get(cellOf(name, letter, 'a1'))),
    ).toEqual(statuses)
  })
})

/** A 409 does not concern rights. */
function outcomeOf(status: number): Outcome | number {
  return status < 300 || status === 409 ? 'ok' : status
}

/** Such calls cannot name another account's things. */
function sidesFor({ kind }: Row, { actor }: Player): Side[] {
  return kind === 'caller' ? cast.sides.filter((side) => side.tenantId === actor.tenantId).slice(0, 1) : [...cast.sides]
}

function cellOf(row: string, letter: string, accountId: string): string {
  return `${row} ${letter} ${accountId}`
}
