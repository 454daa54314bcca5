import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'
import { closeAfterwards } from './closing.ts'

/** A network to a server that can fail. */
export type Proxy = {
  url: string
  open(): number
  /** Carries nothing and closes nothing, as with a pulled cable; new connections hang. */
  fallSilent(): void
  /** Carries new connections; silent ones stay silent. */
  heal(): void
  /** Forwards new connections to another server. */
  leadTo(url: string): void
  cutAll(): void
  /** Cuts before the reply to the nth COMMIT, which the server has executed. */
  cutAnswerToCommit(nth: number): void
  /** Cuts before the next successful HTTP response to an act. */
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
