import { createServer } from 'node:http'
import { freePort } from '#embedded/free-port.ts'
import { connectDatabase } from '#server/infra/db/database.ts'
import { projectsBy } from '#server/mrv/projects/projects.store.ts'
import { serveBench } from './child.ts'

/** The limit of the project list: the same query for 20 projects and the next one, and nothing but JSON.stringify between it and the socket. */
const sql = connectDatabase(process.env.DATABASE_URL ?? '')
const tenantId = process.env.TENANT_ID ?? ''
const page = { sort: { by: 'createdAt', isDescending: true }, after: null, limit: 21 } as const

const server = createServer((_, response) => {
  projectsBy(sql, tenantId, { isPublished: true }, page).then(
    (list) => {
      const body = JSON.stringify(list, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      response.end(body)
    },
    (error: Error) => response.writeHead(500).end(error.message),
  )
})
const port = await freePort()
server.listen(port, '127.0.0.1', () =>
  serveBench(`http://127.0.0.1:${port}`, async () => {
    server.closeAllConnections()
    server.close()
    await sql.end()
  }),
)
