import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '#embedded/free-port.ts'
import { aWorld } from '#tests/kit/world.ts'

const deploy = join(import.meta.dirname, '../../deploy')
/** Queries use three names for a histogram. */
const nameOf = /\b(?:registry|process|nodejs)_[a-z0-9_]+\b/g
const partOfHistogram = /_(bucket|count|sum)$/

let served: Map<string, string>
let dashboard: string[]
let rules: string[]

beforeAll(async () => {
  const port = await freePort()
  await aWorld({ METRICS_PORT: String(port) })
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  served = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]))
  const panels = z.object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) })
  const read = panels.parse(JSON.parse(await readFile(join(deploy, 'grafana/registry.json'), 'utf8')))
  dashboard = namesIn(read.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n'))
  rules = namesIn(await readFile(join(deploy, 'prometheus/registry.rules.yml'), 'utf8'))
})

function namesIn(text: string): string[] {
  return [...new Set(text.match(nameOf))]
}

const isServed = (name: string) => served.has(name) || served.get(name.replace(partOfHistogram, '')) === 'histogram'

test('the dashboard and the alerts ask for what is served', () => {
  expect(dashboard.length).toBeGreaterThan(15)
  expect(rules.length).toBeGreaterThan(10)
  expect([...dashboard, ...rules].filter((name) => !isServed(name))).toEqual([])
})

test('every metric of the registry itself is shown or watched', () => {
  const queried = new Set([...dashboard, ...rules].flatMap((name) => [name, name.replace(partOfHistogram, '')]))
  const ours = [...served.keys()].filter((name) => name.startsWith('registry_'))
  expect(ours.length).toBeGreaterThan(12)
  expect(ours.filter((name) => !queried.has(name))).toEqual([])
})

test('Prometheus takes the alerts, where it is installed', async () => {
  const file = join(deploy, 'prometheus/registry.rules.yml')
  const output = await promisify(execFile)('promtool', ['check', 'rules', file]).then(
    ({ stdout }) => stdout,
    (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? 'SUCCESS: not installed' : String(error)),
  )
  expect(output).toContain('SUCCESS')
})
