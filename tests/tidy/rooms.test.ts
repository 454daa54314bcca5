import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { cruise, type IResolveOptions } from 'dependency-cruiser'
import { expect, test } from 'vitest'
import { z } from 'zod'

const { options } = z
  .object({ options: z.record(z.string(), z.unknown()) })
  .parse(createRequire(import.meta.url)('../../.dependency-cruiser.cjs'))

const product = ['server', 'shared', 'web', 'commands', 'embedded', 'sandbox']

/** Types included, tests excluded. */
async function foldersImported(): Promise<Map<string, Set<string>>> {
  const resolve = z.custom<IResolveOptions>().parse(options.enhancedResolveOptions)
  const rules = {
    ...options,
    baseDir: join(import.meta.dirname, '../..'),
    exclude: { path: '[.]test[.]tsx?$|[.]css$' },
  }
  const { output } = await cruise(product, rules, resolve)
  if (typeof output === 'string') throw new Error(output)
  const imported = new Map<string, Set<string>>()
  for (const { source, dependencies } of output.modules) {
    const from = dirname(source)
    for (const { resolved } of dependencies) {
      const to = dirname(resolved)
      if (to !== from && product.some((root) => to.startsWith(root))) {
        imported.set(from, (imported.get(from) ?? new Set()).add(to))
      }
    }
  }
  return imported
}

/** The folders of a cycle through `start`, or null. */
function circleFrom(start: string, imported: Map<string, Set<string>>): string[] | null {
  const ways: string[][] = [[start]]
  const seen = new Set<string>()
  for (let way = ways.shift(); way; way = ways.shift()) {
    for (const next of imported.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return way
      if (!seen.has(next)) ways.push([...way, next])
      seen.add(next)
    }
  }
  return null
}

test('no folder needs one that needs it, types included', async () => {
  const imported = await foldersImported()
  expect(imported.size).toBeGreaterThan(30)
  const circles = [...imported.keys()].map((folder) => circleFrom(folder, imported)).filter((circle) => circle !== null)
  expect(
    circles.map((circle) => circle.toSorted().join(' ⇄ ')).filter((text, at, all) => all.indexOf(text) === at),
  ).toEqual([])
}, 60_000)

test('a circle over three folders is found', () => {
  const imported = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c', 'd'])],
    ['c', new Set(['a'])],
  ])
  expect(circleFrom('a', imported)).toEqual(['a', 'b', 'c'])
  expect(circleFrom('d', imported)).toBeNull()
})
