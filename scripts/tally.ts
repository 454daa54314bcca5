import { relative } from 'node:path'
import type { TestModule, Vitest } from 'vitest/node'

export type Tally = { passed: number; failed: number }

/** Broken files and unhandled errors count as failures. */
export function tallyOf(vitest: Vitest): Tally {
  const tallies = vitest.state.getTestModules().map((module) => {
    const states = [...module.children.allTests()].map((test) => test.result().state)
    const failed = states.filter((state) => state === 'failed' || state === 'pending').length
    const passed = states.filter((state) => state === 'passed').length
    return { passed, failed: module.state() === 'failed' ? Math.max(failed, 1) : failed }
  })
  const tally = sum([...tallies, { passed: 0, failed: vitest.state.getUnhandledErrors().length }])
  // Failures of global setup only show in vitest's exit code.
  const brokeEarly = tally.failed === 0 && (process.exitCode ?? 0) !== 0
  return brokeEarly ? { ...tally, failed: 1 } : tally
}

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }), {
    passed: 0,
    failed: 0,
  })
}

export function timeOf(module: TestModule, root: string): { path: string; seconds: number } {
  const { prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration } = module.diagnostic()
  const ms = prepareDuration + environmentSetupDuration + setupDuration + collectDuration + duration
  return { path: relative(root, module.moduleId), seconds: ms / 1_000 }
}

export function linesOfTimes(times: readonly { path: string; seconds: number }[]): string {
  return times.map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`).join('\n')
}
