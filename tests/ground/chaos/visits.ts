import { setTimeout as pause } from 'node:timers/promises'
import { readFigures } from '#shared/contract/registry.ts'
import { aClient } from './ask.ts'
import { tenantId } from './people.ts'

export type Visits = { end(): Promise<{ read: number; failed: readonly string[] }> }

const visitors = 8
/** Below the limit per address. */
const betweenReadsMs = 400
const pages = ['/', '/config.json', `${readFigures.path}?tenantId=${tenantId}`]
/** Beyond the load's clients. */
const firstClient = 100

/** Visitors never retry. */
export function startVisits(url: string): Visits {
  const failed: string[] = []
  let read = 0
  let isOver = false
  const visit = async (visitor: number) => {
    const client = aClient(firstClient + visitor)
    for (let turn = visitor; !isOver; turn += 1) {
      const page = pages[turn % pages.length] ?? '/'
      const answer = await client
        .ask(`${url}${page}`, { method: 'GET' })
        .then(({ status, text }) => (status === 200 ? null : `${status} ${text.slice(0, 200)}`), String)
      if (answer !== null) failed.push(`${page} was answered ${answer}`)
      read += 1
      await pause(betweenReadsMs)
    }
    client.end()
  }
  const visiting = Promise.all(Array.from({ length: visitors }, (_, visitor) => visit(visitor)))
  return {
    async end() {
      isOver = true
      await visiting
      return { read, failed }
    },
  }
}
