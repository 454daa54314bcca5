import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral ports (from 32768), which outgoing connections take. */
const lowest = 20_000
const highest = 32_000
const tries = 50

/** Returns a free loopback port. Throws after 50 taken ones. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const port = randomInt(lowest, highest)
    if (await isFree(port)) return port
  }
  throw new Error(`No port between ${lowest} and ${highest} is free.`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
