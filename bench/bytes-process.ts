import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { freePort } from '#embedded/free-port.ts'
import { serveBench } from './child.ts'

/** An HTTP server's upper limit: bytes from memory. */
const bytes = readFileSync(process.env.BYTES ?? '')
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-encoding': process.env.ENCODING,
  'content-length': bytes.length,
}
const server = createServer((_, response) => response.writeHead(200, headers).end(bytes))
const port = await freePort()
server.listen(port, '127.0.0.1', () =>
  serveBench({ url: `http://127.0.0.1:${port}` }, async () => {
    server.closeAllConnections()
    server.close()
  }),
)
