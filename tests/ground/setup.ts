import { randomInt } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { provideServers } from './needs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** What scenarios draw their chances from: `npm run ground -- --seed N`, or a new one, which is printed. */
    seed: number
  }
}

export async function setup(project: TestProject) {
  await provideServers()
  const seed = Number(process.env.GROUND_SEED ?? randomInt(2 ** 31))
  console.log(`Seed ${seed}.`)
  project.provide('seed', seed)
}
