import { once } from 'node:events'
import { connect } from 'node:net'
import { inject } from 'vitest'
import type { EmbeddedWorld } from '#tests/kit/embedded-world.ts'

export const world = await takeWorld()

/** The connection holds the world until the process ends. */
async function takeWorld(): Promise<EmbeddedWorld> {
  const held = connect(inject('worldsPort'), '127.0.0.1').setEncoding('utf8')
  const [message] = await once(held, 'data')
  held.unref()
  const world = JSON.parse(message) as EmbeddedWorld | { problem: string }
  if ('problem' in world) throw new Error(world.problem)
  return world
}
