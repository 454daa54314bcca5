import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { gone, isRunning, type Program, start } from '#tests/kit/processes.ts'
import { spawnGuarded } from '../../../embedded/guarded-process.ts'

const deaf = 'trap "" TERM; echo ready; while :; do sleep 0.05; done'
const module = join(import.meta.dirname, '../../../embedded/guarded-process.ts')

let parents: Program[] = []
afterEach(() => {
  for (const { process } of parents) process.kill('SIGKILL')
  parents = []
})

/** A Node process that guards a shell script; also returns the script's process id. */
async function aParentOf(script: string) {
  const code = `
    import { spawnGuarded } from ${JSON.stringify(module)}
    process.on('SIGINT', () => console.log('interrupted'))
    const child = spawnGuarded('/bin/sh', ['-c', ${JSON.stringify(script)}], { orphanSignal: 'SIGTERM', onLine: () => console.log('child ' + child.pid) })
    setInterval(() => {}, 1000)`
  const parent = start(process.execPath, ['--input-type=module-typescript', '-e', code])
  parents.push(parent)
  const line = await parent.line(/^child \d+$/)
  return { parent, childPid: Number(line.split(' ')[1]) }
}

test('a child whose parent is killed gets the orphan signal', async () => {
  const { parent, childPid } = await aParentOf('echo ready; while :; do sleep 0.05; done')
  parent.process.kill('SIGKILL')
  await gone(childPid)
})

test('a child that does not heed the orphan signal is killed', { timeout: 20_000 }, async () => {
  const { parent, childPid } = await aParentOf(deaf)
  parent.signalGroup('SIGKILL')
  await gone(childPid)
})

test('Ctrl-C reaches the parent alone', async () => {
  const { parent, childPid } = await aParentOf('echo ready; while :; do sleep 0.05; done')
  parent.signalGroup('SIGINT')
  await parent.line(/^interrupted$/)
  expect(await isRunning(childPid)).toBe(true)
})

test('stopping kills what does not heed the signal in time', async () => {
  const ready = Promise.withResolvers<string>()
  const child = spawnGuarded('/bin/sh', ['-c', deaf], { orphanSignal: 'SIGTERM', onLine: ready.resolve })
  await ready.promise
  await child.stop('SIGTERM', 100)
  expect(await child.exited).toEqual({ code: null, signal: 'SIGKILL' })
})

test('a command that does not exist ends with code 127', async () => {
  const child = spawnGuarded('/nowhere/at-all', [], { orphanSignal: 'SIGTERM' })
  expect((await child.exited).code).toBe(127)
})
