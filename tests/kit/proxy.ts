import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'
import { closeAfterwards } from './closing.ts'

/** A network between a server and its callers that can fail: by cutting what is open, or by carrying nothing any more. */
export type Proxy = {
  /** The address of the server, by way of this proxy. */
  url: string
  /** How many connections are open. */
  open(): number
  /** From now on nothing is carried and nothing is closed, as when a cable is pulled; new connections are not answered. */
  fallSilent(): void
  /** Carries what comes from now on; connections of before stay silent. */
  heal(): void
  /** Leads new connections to another server. */
  leadTo(url: string): void
  cutAll(): void
  /** Cuts the connection over which the answer to the n-th statement COMMIT from now on would come; the server has done it then. */
  cutAnswerToCommit(nth: number): void
  /** Cuts the connection over which the next HTTP answer would come that says that something was done; the server has done it then. */
  cutNextDone(): void
}

export async function aProxy(url: string): Promise<Proxy> {
  let target = new URL(url)
  let isSilent = false
  let commitsUntilCut = 0
  let isDoneCut = false
  const sockets = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  const server = createServer((caller) => {
    const upstream = dial(Number(target.port), target.hostname)
    for (const [from, to] of [
      [caller, upstream],
      [upstream, caller],
    ] as const) {
      sockets.add(from)
      if (isSilent) silent.add(from)
      from.on('data', (bytes: Buffer) => {
        if (silent.has(from)) return
        if (from === caller && bytes.includes('commit\0') && commitsUntilCut > 0) {
          commitsUntilCut -= 1
          if (commitsUntilCut === 0) {
            upstream.removeAllListeners('data').once('data', () => caller.destroy())
          }
        }
        if (from === upstream && isDoneCut && bytes.toString('latin1', 0, 10) === 'HTTP/1.1 2') {
          isDoneCut = false
          return void caller.destroy()
        }
        to.write(bytes)
      })
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        if (!silent.has(from)) to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  closeAfterwards(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    open: () => sockets.size / 2,
    fallSilent() {
      isSilent = true
      for (const socket of sockets) silent.add(socket)
    },
    heal() {
      isSilent = false
    },
    leadTo(other) {
      target = new URL(other)
    },
    cutAnswerToCommit(nth) {
      commitsUntilCut = nth
    },
    cutNextDone() {
      isDoneCut = true
    },
    cutAll() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
