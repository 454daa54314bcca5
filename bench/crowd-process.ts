import autocannon from 'autocannon'
import type { Crowd, CrowdAnswers } from './overload.ts'

/** A crowd in a process of its own, so that what it costs is not taken from the registry's answers. */
process.once('message', ({ url, perSecond, connections, seconds }: Crowd) => {
  const acceptedMs: number[] = []
  let turnedAway = 0
  let toldWhen = 0
  autocannon({
    url,
    connections,
    duration: seconds,
    // What says more than its address is never answered from memory.
    headers: { 'idempotency-key': 'crowd' },
    ...(perSecond === null ? {} : { overallRate: perSecond }),
    setupClient(client) {
      client.on('headers', (head) => {
        if (JSON.stringify(head).includes('"retry-after"')) toldWhen += 1
      })
      client.on('response', (status, _bytes, ms) => {
        if (status === 200) acceptedMs.push(ms)
        else turnedAway += 1
      })
    },
  }).then(
    ({ errors }) => process.send?.({ acceptedMs, turnedAway, toldWhen, errors } satisfies CrowdAnswers),
    () => process.exit(1),
  )
})
process.once('disconnect', () => process.exit())
