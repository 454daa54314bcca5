import { randomInt } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { provideServers } from './needs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The random seed: `npm run ground -- --seed N`, or a printed one. */
    seed: number
  }
}

export async function setup(project: TestProject) {
  await provideServers()
  const seed = Number(process.env.GROUND_SEED ?? randomInt(2 ** 31))
  console.log(`Seed ${seed}.`)
  project.provide('seed', seed)
}
