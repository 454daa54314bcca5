import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#shared/contract/index.ts'
import { updateUser } from '#shared/contract/users.ts'
import { type AccountRole, accountRoles, actsOfRoles, leaves } from '#shared/rules/account-roles.ts'
import { permissions } from '#shared/rules/permissions.ts'
import type { Person } from '#tests/kit/person.ts'
import { type Cast, type Player, theCast } from './cast-of-cells.ts'
import { rows } from './cells.ts'
import { expected, type Outcome } from './expectation.ts'
import type { Row } from './row.ts'
import { answerTo } from './trying.ts'

let cast: Cast
let member: Player
const seen = new Set<string>()

const actOf = ({ endpoint, act }: Row) => act ?? endpoint.limitedAct ?? endpoint.access
const limited = rows.filter((row) => Object.hasOwn(actsOfRoles, actOf(row)))
const reads = rows.filter(
  (row) => row.endpoint.method === 'GET' && row.name === row.endpoint.name && !limited.includes(row),
)

beforeAll(async () => {
  cast = await theCast()
  member = playerNamed('M')
}, 120_000)

const playerNamed = (letter: Player['letter']) => {
  const player = cast.players.find((each) => each.letter === letter)
  if (!player) throw new Error(letter)
  return player
}
const give = (role: AccountRole | 'General') =>
  (playerNamed('A').caller as Person).call(updateUser, {
    body: { username: (member.caller as Person).username, role },
  })

test('the table has every act by which a member changes something, and no other', () => {
  const changing = endpoints.filter(
    ({ method, access }) => method !== 'GET' && ['own', 'assigned'].includes(permissions[access].member),
  )
  // A link to a document opens what the caller reads.
  const acts = new Set(
    changing.map(({ access, limitedAct = access }) => limitedAct).filter((act) => act !== 'document.open'),
  )
  expect(Object.keys(actsOfRoles).filter((act) => act !== 'units.approve')).toEqual(expect.arrayContaining([...acts]))
  expect(acts.size).toBe(Object.keys(actsOfRoles).length - 1)
})

describe.each(accountRoles)('as %s a member', (role) => {
  test.each(limited.map((row) => [row.name, row] as const))('has what the table says: %s', async (_name, row) => {
    const [side] = cast.sides
    if (!side) throw new Error('no side')
    // To aim is to make things, which the member must be allowed to.
    await give('General')
    const request = await row.aim(side, 'a1')
    await give(role)
    const { status, text } = await answerTo(member, row, request)
    const isRefused = text.includes('access.accountRole')
    seen.add(`${role} ${row.name}`)
    expect(isRefused).toBe(!leaves(role, actOf(row)))
    expect(isRefused ? status : outcomeOf(status)).toBe(isRefused ? 403 : expected(row, member.actor, side))
  })
})

test('a viewer reads all that members read', async () => {
  const [side] = cast.sides
  if (!side) throw new Error('no side')
  await give('General')
  const requests = await Promise.all(reads.map((row) => row.aim(side, 'a1')))
  await give('Viewer')
  for (const [place, row] of reads.entries()) {
    const { status } = await answerTo(member, row, requests[place] ?? {})
    expect(`${row.name} ${outcomeOf(status)}`).toBe(`${row.name} ${expected(row, member.actor, side)}`)
  }
}, 120_000)

test('no cell is untested', () => {
  expect(seen.size).toBe(limited.length * accountRoles.length)
  process.stdout.write(`roles in an account: ${seen.size} cells of ${limited.length} rows\n`)
})

function outcomeOf(status: number): Outcome | number {
  return status < 300 || status === 409 ? 'ok' : status
}
