import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ensureDebian } from '../scripts/debian.ts'
import type { Round } from './paired.ts'

const run = promisify(execFile)

type Load = {
  url: string
  headers: Readonly<Record<string, string>>
  connections: number
  seconds: number
}

export function loadOf(folder: string, { paths, ...load }: Load & { paths: readonly string[] }): Promise<Round> {
  return loadBy(folder, luaOf(paths), load)
}

/**
 * Runs a Lua script in Debian's wrk: a JavaScript load generator costs as much CPU as the server. Throws without wrk or
 * after a non-2xx response.
 */
export async function loadBy(
  folder: string,
  lua: string,
  { url, headers, connections, seconds }: Load,
): Promise<Round> {
  const missing = await ensureDebian(['wrk'])
  if (missing) throw new Error(missing)
  const script = join(folder, 'load.lua')
  await writeFile(script, lua)
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = await run('wrk', [
    '-t1',
    '--timeout',
    '10s',
    `-c${connections}`,
    `-d${seconds}s`,
    ...named,
    '-s',
    script,
    url,
  ])
  const [, calls, took] = /(\d+) requests in ([\d.]+)s/.exec(stdout) ?? []
  if (calls === undefined || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk at ${url}:\n${stdout}`)
  return { calls: Number(calls), seconds: Number(took) }
}

function luaOf(paths: readonly string[]): string {
  return [
    `local paths = {${paths.map((path) => JSON.stringify(path)).join(', ')}}`,
    'local asked = 0',
    'request = function()',
    '  asked = asked + 1',
    '  return wrk.format("GET", paths[asked % #paths + 1])',
    'end',
  ].join('\n')
}
