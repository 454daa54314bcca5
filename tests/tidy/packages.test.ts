import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { filesOf, root } from './files.ts'

/** Keeps `npm start` quick in a fresh checkout. */
const mostOfAStart = 500

const webPackages = 'web/packages'

const names = z.record(z.string(), z.string()).optional()
const declared = z.object({ dependencies: names, devDependencies: names, optionalDependencies: names })
const facts = declared.extend({
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  link: z.boolean().optional(),
  inBundle: z.boolean().optional(),
  integrity: z.string().optional(),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
})

const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'))
const lock = z.object({ packages: z.record(z.string(), facts) }).parse(read('package-lock.json')).packages

test('every package of the lock file is known by its hash', () => {
  // Bundled packages come under their bundle's hash.
  const packages = Object.entries(lock).filter(
    ([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle,
  )
  expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
})

test('the lock file names every optional package, or npm ci refuses it', () => {
  /** As Node looks packages up. */
  const isNamed = (from: string, name: string): boolean => {
    if (`${from && `${from}/`}node_modules/${name}` in lock) return true
    return from !== '' && isNamed(from.slice(0, Math.max(from.lastIndexOf('/node_modules/'), 0)), name)
  }
  const missing = Object.entries(lock).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isNamed(path, name)),
  )
  expect(missing).toEqual([])
})

test('the lock file was made of what each package.json names', () => {
  for (const folder of ['', webPackages]) {
    const { dependencies, devDependencies } = declared.parse(read(join(folder, 'package.json')))
    expect(lock[folder]).toMatchObject({
      ...(dependencies && { dependencies }),
      ...(devDependencies && { devDependencies }),
    })
  }
})

test('all packages are in the one node_modules of the root, where everybody finds them', () => {
  expect(Object.keys(lock).filter((path) => path.startsWith(`${webPackages}/node_modules/`))).toEqual([])
})

test('the web app or its build imports each package that web/packages names', () => {
  const sources = filesOf(/^(web\/.*|vite\.config)\.(tsx?|css)$/).filter(({ path }) => !path.includes('.test.'))
  const text = sources.map((source) => source.text).join('\n')
  const { dependencies = {} } = declared.parse(read(`${webPackages}/package.json`))
  const unused = Object.keys(dependencies).filter((name) => !new RegExp(`['"]${name}['"/]`).test(text))
  expect(unused).toEqual([])
})

test('npm start installs few packages', () => {
  const isInstalled = ({ optional, os = [], cpu = [] }: z.infer<typeof facts>) =>
    !optional || (os.includes('linux') && cpu.includes('x64'))
  const packages = Object.entries(lock).filter(
    ([path, each]) => path.includes('node_modules/') && !each.dev && isInstalled(each),
  )
  expect(packages.length).toBeGreaterThan(100)
  expect(packages.length).toBeLessThanOrEqual(mostOfAStart)
})

test('scripts that run the registry need its packages only, all others need all', () => {
  const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(read('package.json'))
  const runs = /^exec node scripts\/run\.mjs (--max-\S+ )*((server|commands|sandbox|proof)\/\S+|scripts\/build\.ts)$/
  const withAll = Object.entries(scripts).filter(([, script]) => !runs.test(script))
  expect(withAll.length).toBeLessThan(Object.keys(scripts).length)
  expect(withAll.filter(([, script]) => !/^(exec )?node scripts\/run\.mjs --dev /.test(script))).toEqual([])
})
