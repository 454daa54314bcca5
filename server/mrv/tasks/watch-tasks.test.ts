import { expect, test } from 'vitest'
import { statements } from '#server/infra/watched/channels.ts'
import { pathOf } from '#shared/contract/calls.ts'
import { decideProject } from '#shared/contract/projects.ts'
import { assignTask, listTasks, watchTasks } from '#shared/contract/tasks.ts'
import { watchSettlement } from '#shared/contract/transactions.ts'
import { mintUnits } from '#shared/contract/wallet.ts'
import { aDraftProject, anIssuedAsset, aVerifiedQuantity } from '#tests/kit/acts.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import type { Caller } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { watchedTasks } from './watched-tasks.ts'

/** The text so far. */
async function watching(caller: Caller) {
  const response = await caller.fetch(pathOf(watchTasks))
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const received = { text: '', isOver: false }
  const read = async (): Promise<void> => {
    const { done, value = '' } = (await reader?.read()) ?? { done: true }
    received.text += value
    received.isOver = done
    if (!done) await read()
  }
  const reading = read()
  const close = async () => {
    await reader?.cancel()
    await reading
  }
  closeAfterwards(close)
  const words = () => [...received.text.matchAll(/^data: (.+)$/gm)].map(([, word]) => word)
  await expect.poll(words).toHaveLength(1)
  return { words, close, isOver: () => received.isOver }
}

test('an act of somebody else is told to those whose tasks it changes, and to nobody else', async () => {
  const tenant = await aTenant()
  const { proponent, tenantAdmin, buyer } = tenant
  const { projectId } = await aDraftProject(tenant)
  const [admins, colleagues, others] = await Promise.all(
    [tenantAdmin, tenant.accountAdmin, buyer].map((caller) => watching(caller)),
  )
  expect((await tenantAdmin.call(listTasks)).items).toEqual([])
  await proponent.call(decideProject, { params: { projectId }, body: { act: 'submit' } })
  await expect.poll(() => [admins?.words().length, colleagues?.words().length]).toEqual([2, 2])
  expect((await tenantAdmin.call(listTasks)).items).toMatchObject([{ kind: 'project.decide' }])

  await tenantAdmin.call(decideProject, { params: { projectId }, body: { act: 'return', reason: 'Say where.' } })
  await expect.poll(() => [admins?.words().length, colleagues?.words().length]).toEqual([3, 3])
  expect(others?.words()).toHaveLength(1)
  expect(admins?.words()[2]).toBe(admins?.words()[0])
})

test('who takes a task is told to the colleagues', async () => {
  const tenant = await aTenant()
  const { proponent, accountAdmin } = tenant
  const { projectId } = await aDraftProject(tenant)
  const colleague = await watching(accountAdmin)
  const { username } = accountAdmin
  await proponent.call(assignTask, { body: { kind: 'project.submit', subjectId: projectId, username } })
  await expect.poll(() => colleague.words().length).toBe(2)
})

test('what was minted waits no more on the colleagues', async () => {
  const tenant = await aTenant()
  const { proponent, accountAdmin } = tenant
  const { verificationId } = await aVerifiedQuantity(tenant, { quantity: 100 })
  const colleague = await watching(accountAdmin)
  expect((await accountAdmin.call(listTasks)).items).toMatchObject([{ kind: 'units.mint' }])
  await proponent.call(mintUnits, { body: { verificationId, quantity: 100 } })
  await expect.poll(() => colleague.words().length).toBe(2)
  expect((await accountAdmin.call(listTasks)).items).toEqual([])
})

test('every stream of somebody who was suspended or deleted ends, and so does one whose groups have changed', async () => {
  const tenant = await aTenant()
  const { sql } = tenant.world
  const { tenantAdmin, accountAdmin, proponent, buyer } = tenant
  const streams = await Promise.all(
    [tenantAdmin, tenantAdmin, proponent, accountAdmin, buyer].map((caller) => watching(caller)),
  )
  await sql`update app_user set status = 'SUSPENDED' where username = ${tenantAdmin.username}`
  await sql`update app_user set status = 'DELETED' where username = ${proponent.username}`
  await sql`update app_user set groups = '{}' where username = ${accountAdmin.username}`
  await expect.poll(() => streams.slice(0, 4).map(({ isOver }) => isOver())).toEqual([true, true, true, true])
  expect(streams[4]?.isOver()).toBe(false)
  expect((await tenantAdmin.fetch(pathOf(watchTasks))).status).toBe(403)
})

test('a person has at most twenty streams and of whatever kind the next one is, it is refused in words; others have theirs', async () => {
  const tenant = await aTenant()
  const { buyer } = tenant
  const { transaction } = await anIssuedAsset(tenant, { quantity: 1 })
  const movementPath = pathOf(watchSettlement, { transactionId: transaction.transactionId })
  const open = []
  for (let page = 0; page < 20; page += 1) open.push(await watching(buyer))
  for (const path of [pathOf(watchTasks), movementPath]) {
    const refused = await buyer.fetch(path)
    expect([refused.status, await refused.json()]).toEqual([
      429,
      expect.objectContaining({ code: 'too_many_requests', reason: 'streams.ofPerson', facts: { most: 20 } }),
    ])
  }
  expect(open.filter(({ isOver }) => isOver())).toEqual([])
  await watching(tenant.proponent)
  expect((await tenant.visitor.fetch(movementPath)).status).toBe(200)
  await open[0]?.close()
  await expect.poll(async () => (await buyer.fetch(pathOf(watchTasks))).status).toBe(200)
})

const pages = 200
test('a change asks the database once for hundreds of open pages, and tells all of them', async () => {
  const tenant = await aTenant()
  const { proponent, world } = tenant
  const { projectId } = await aDraftProject(tenant)
  const watched = watchedTasks(world.deps)
  const words: string[][] = Array.from({ length: pages }, () => [])
  const ends = words.map((mine) =>
    watched.watch(tenant.tenant.id, {
      reader: { accountIds: [], isTenantAdmin: true },
      notify: (word) => mine.at(-1) !== word && mine.push(word),
    }),
  )
  closeAfterwards(async () => {
    for (const end of ends) end()
  })
  await expect.poll(() => words.every(({ length }) => length === 1)).toBe(true)

  let queries = 0
  const count = (question: unknown) => {
    if (JSON.stringify(question).includes('bit_xor')) queries += 1
  }
  statements.start.subscribe(count)
  await proponent.call(decideProject, { params: { projectId }, body: { act: 'submit' } })
  await expect.poll(() => words.every(({ length }) => length === 2)).toBe(true)
  statements.start.unsubscribe(count)
  expect(queries).toBeGreaterThan(0)
  // One act may cause two changes.
  expect(queries).toBeLessThanOrEqual(2)
})
