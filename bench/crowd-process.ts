import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import type { Crowd, CrowdAnswers } from './overload.ts'

// An additional header bypasses the cache of responses.
const headers = { 'idempotency-key': 'crowd' }

/** A separate process, so that its CPU does not count as the registry's. */
process.once('message', (crowd: Crowd) => {
  const requests = crowd.perSecond === null ? withoutRest(crowd) : evenly(crowd, crowd.perSecond)
  requests.then(
    (answers) => process.send?.(answers),
    () => process.exit(1),
  )
})
process.once('disconnect', () => process.exit())

/** Each connection sends its next request after each response. */
async function withoutRest({ url, connections, seconds }: Crowd): Promise<CrowdAnswers> {
  const acceptedMs: number[] = []
  const { errors, non2xx } = await autocannon({
    url,
    connections,
    duration: seconds,
    headers,
    setupClient(client) {
      client.on('response', (status, _bytes, ms) => {
        if (status === 200) acceptedMs.push(ms)
      })
    },
  })
  return { acceptedMs, turnedAway: non2xx, toldWhen: 0, errors }
}

/** Sends requests at equal intervals, responses or not; pauses while all connections are busy. */
async function evenly({ url, connections, seconds }: Crowd, perSecond: number): Promise<CrowdAnswers> {
  const answers: CrowdAnswers = { acceptedMs: [], turnedAway: 0, toldWhen: 0, errors: 0 }
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let underWay = 0
  const ask = () => {
    const at = performance.now()
    underWay += 1
    const request = get(url, { agent, headers }, (response) => {
      if (response.headers['retry-after'] !== undefined) answers.toldWhen += 1
      response.resume().once('end', () => {
        underWay -= 1
        if (response.statusCode === 200) answers.acceptedMs.push(performance.now() - at)
        else answers.turnedAway += 1
      })
    })
    request.once('error', () => {
      underWay -= 1
      answers.errors += 1
    })
  }
  const begunAt = performance.now()
  for (let due = 0, now = 0; now < seconds; now = (performance.now() - begunAt) / 1_000) {
    for (; due < now * perSecond; due += 1) if (underWay < connections) ask()
    await pause(1)
  }
  while (underWay > 0) await pause(10)
  agent.destroy()
  return answers
}
