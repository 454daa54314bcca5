import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The files that a build names after their content. */
const hashed = /(\/?assets\/[\w.-]+-[\w-]{8}|\.\/[\w.-]+-[\w-]{8})\.(js|css)\b/g
const ofNext = /\.next(?=\.(js|css)$)/

/**
 * A proxy between a browser's profile and the registry. `deploy` serves the same app as another version: each hashed
 * file has another name, and the earlier names are gone. `loseAnswer` cuts the line after the registry handled the next
 * POST to this path, until `mend`.
 */
export async function aDeployment() {
  let isNext = false
  let isCut = false
  let losing: string | null = null

  async function pass(asked: IncomingMessage, answered: ServerResponse) {
    const url = new URL(asked.url ?? '')
    const isAsset = url.pathname.startsWith('/assets/') && /\.(js|css)$/.test(url.pathname)
    if (isCut) return void asked.socket.destroy()
    if (isAsset && isNext !== ofNext.test(url.pathname)) return void answered.writeHead(404).end()
    // The registry would call a page of the version before unchanged.
    const { 'if-none-match': _, 'if-modified-since': __, ...wanted } = asked.headers
    const headers = { ...wanted, 'accept-encoding': 'identity' }
    const path = url.pathname.replace(ofNext, '') + url.search
    const onward = request({ host: url.hostname, port: url.port, path, method: asked.method, headers })
    asked.pipe(onward)
    answered.on('close', () => onward.destroy())
    const [answer]: IncomingMessage[] = await once(onward, 'response')
    if (!answer) return
    if (asked.method === 'POST' && url.pathname === losing) {
      isCut = true
      await text(answer)
      return void asked.socket.destroy()
    }
    const { 'content-length': ___, 'transfer-encoding': ____, ...said } = answer.headers
    answered.writeHead(answer.statusCode ?? 502, said)
    const isText = /html|javascript|css/.test(answer.headers['content-type'] ?? '')
    if (!isNext || !isText) return void answer.pipe(answered)
    answered.end((await text(answer)).replace(hashed, '$1.next.$2'))
  }

  const server = createServer((asked, answered) => void pass(asked, answered).catch(() => asked.socket.destroy()))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    proxy: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploy: () => {
      isNext = true
    },
    loseAnswer: (path: string) => {
      losing = path
    },
    mend: () => {
      isCut = false
      losing = null
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
