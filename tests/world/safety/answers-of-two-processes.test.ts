import { beforeAll, expect, test } from 'vitest'
import { connectDatabase, type Database } from '#server/infra/db/database.ts'
import { aDeployment, type Deployment } from '#tests/ground/chaos/deployment.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'

/** Two caching processes that no notification of changes reaches. */
let deployment: Deployment
let sql: Database

beforeAll(async () => {
  deployment = await aDeployment({ registries: 2 })
  closeAfterwards(deployment.stop)
  sql = connectDatabase(deployment.databaseUrl, { max: 1 })
  closeAfterwards(() => sql.end())
}, 180_000)

const within = { timeout: 1_000, interval: 50 }

test('a change, and the end of a suspended registry, show within a second in both', async () => {
  const [tenant] = await sql<{ id: string }[]>`
    select tenant_id as id from project where status = 'active' group by tenant_id`
  const addresses = deployment.registries.map(({ url }) => `${url}/api/projects?tenantId=${tenant!.id}`)
  const readAll = () => Promise.all(addresses.map((address) => fetch(address)))
  const shown = async () =>
    (await Promise.all((await readAll()).map((answer) => answer.text()))).map((text) => text.includes('Renamed'))
  const statuses = async () => (await readAll()).map(({ status }) => status)

  // Polling keeps the caches filled.
  expect(await shown()).toEqual([false, false])
  await sql`update project set name = 'Renamed' where tenant_id = ${tenant!.id}`
  await expect.poll(shown, within).toEqual([true, true])

  expect(await statuses()).toEqual([200, 200])
  await sql`update tenant set status = 'suspended' where id = ${tenant!.id}`
  await expect.poll(statuses, within).toEqual([404, 404])
}, 30_000)
