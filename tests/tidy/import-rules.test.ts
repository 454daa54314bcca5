import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise, type IFlattenedRuleSet, type IResolveOptions } from 'dependency-cruiser'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'

const config = z
  .object({
    forbidden: z.custom<NonNullable<IFlattenedRuleSet['forbidden']>>(),
    options: z.record(z.string(), z.unknown()),
  })
  .parse(createRequire(import.meta.url)('../../.dependency-cruiser.cjs'))

const forbidden: [file: string, imports: string, rule: string][] = [
  ['web/features/claims/page.tsx', '#server/units/claims/claims.ts', 'web-knows-shared-only'],
  ['web/app/layout.tsx', '#sandbox/cast/people.ts', 'web-knows-shared-only'],
  ['web/app/layout.tsx', 'type #server/units/claims/claims.ts', 'web-knows-shared-only'],
  ['shared/contract/claims.ts', '#server/units/claims/claims.ts', 'shared-knows-itself-proof-and-zod'],
  ['shared/contract/claims.ts', 'viem', 'shared-knows-itself-proof-and-zod'],
  ['proof/claim.ts', '#shared/rules/keys.ts', 'proof-knows-itself'],
  ['shared/rules/keys.ts', 'node:fs', 'shared-knows-itself-proof-and-zod'],
  ['server/units/claims/claims.ts', '#sandbox/cast/people.ts', 'server-knows-no-world'],
  ['server/units/claims/claims.ts', 'dynamic #sandbox/cast/people.ts', 'server-knows-no-world'],
  ['server/units/claims/claims.ts', '#embedded/chain.ts', 'server-knows-no-world'],
  ['server/units/claims/claims.ts', '#web/ui/button.tsx', 'server-knows-no-world'],
  ['server/main.ts', 'dynamic #commands/import.ts', 'main-brings-along-what-is-needed'],
  ['server/main.ts', '#sandbox/cast/people.ts', 'embedded-world-is-loaded-when-needed'],
  ['server/main.ts', '#embedded/chain.ts', 'embedded-world-is-loaded-when-needed'],
  ['commands/import.ts', '#embedded/chain.ts', 'embedded-world-is-loaded-when-needed'],
  ['embedded/chain.ts', '#server/units/claims/claims.ts', 'embedded-knows-no-registry'],
  ['embedded/chain.ts', '#sandbox/cast/people.ts', 'embedded-knows-no-registry'],
  ['sandbox/cast/people.ts', '#tests/kit/world.ts', 'sandbox-knows-server-and-shared'],
  ['sandbox/cast/people.ts', '#embedded/chain.ts', 'sandbox-knows-server-and-shared'],
  ['commands/import.ts', '#sandbox/cast/people.ts', 'commands-know-server-shared-and-embedded'],
  ['server/units/claims/claims.ts', '#commands/import.ts', 'nobody-imports-a-command'],
  ['tests/kit/world.ts', '#commands/import.ts', 'nobody-imports-a-command'],
  ['commands/import.ts', '#server/main.ts', 'nobody-imports-the-process'],
  ['tests/kit/world.ts', '#server/main.ts', 'nobody-imports-the-process'],
  ['server/units/claims/claims.ts', './claims.test.ts', 'nobody-imports-a-test'],
  ['server/units/claims/claims.routes.ts', './claims.store.ts', 'routes-do-not-query'],
  ['server/units/claims/claims.routes.ts', '#server/infra/db/database.ts', 'routes-do-not-query'],
  ['server/units/claims/claims.store.ts', '#server/infra/chain/chain.ts', 'stores-know-only-the-database'],
  ['server/units/claims/claims.ts', '#server/mrv/projects/projects.store.ts', 'features-meet-at-the-subject-file'],
  ['server/units/claims/claims.ts', '#server/mrv/projects/projects.routes.ts', 'features-meet-at-the-subject-file'],
  ['server/public/registry.ts', 'type #server/app/open.ts', 'server-public-knows-what-is-below'],
  ['server/mrv/projects/projects.ts', '#server/public/registry.ts', 'server-mrv-knows-what-is-below'],
  ['server/units/claims/claims.ts', 'type #server/mrv/projects/projects.ts', 'server-units-knows-what-is-below'],
  ['server/people/users/users.ts', '#server/units/claims/claims.ts', 'server-people-knows-what-is-below'],
  ['server/infra/db/database.ts', 'type #server/people/users/users.ts', 'server-infra-knows-what-is-below'],
  ['server/identity/start.ts', '#server/units/claims/claims.ts', 'server-identity-knows-what-is-below'],
  ['server/import/import.ts', '#server/public/registry.ts', 'server-import-knows-what-is-below'],
  ['server/pdf/writer.ts', '#server/units/claims/claims.ts', 'server-pdf-knows-what-is-below'],
  ['server/app/open.ts', '#server/identity/start.ts', 'server-app-knows-what-is-below'],
  ['server/units/claims/claims.ts', 'type #server/infra/http/serve.ts', 'acts-know-no-http'],
  ['server/units/claims/claims.ts', 'type @fastify/etag', 'acts-know-no-http'],
  ['web/ui/button.tsx', '#web/features/claims/page.tsx', 'ui-and-lib-know-no-feature'],
  ['web/lib/use-read.ts', '#web/app/layout.tsx', 'ui-and-lib-know-no-feature'],
  ['web/ui/button.tsx', 'type #web/domain/status.tsx', 'ui-and-lib-know-no-feature'],
  ['web/lib/use-read.ts', '#web/domain/status.tsx', 'ui-and-lib-know-no-feature'],
  ['web/ui/button.tsx', '#web/lib/use-read.ts', 'ui-and-lib-know-no-feature'],
  ['web/features/claims/page.tsx', '#web/features/wallet/page.tsx', 'web-features-know-no-other'],
  ['web/features/claims/page.tsx', 'type #web/features/wallet/page.tsx', 'web-features-know-no-other'],
  ['web/features/claims/page.tsx', '#web/app/layout.tsx', 'web-features-know-no-other'],
  ['web/domain/status.tsx', '#web/features/claims/page.tsx', 'web-domain-knows-no-feature'],
  ['web/domain/status.tsx', 'type #web/app/layout.tsx', 'web-domain-knows-no-feature'],
  ['server/units/claims/claims.ts', 'viem', 'one-door-to-chain'],
  ['server/units/claims/claims.store.ts', 'pg', 'one-door-to-postgres'],
  ['server/units/claims/claims.ts', 'jose', 'one-door-to-tokens'],
  ['server/units/claims/claims.ts', '@fastify/etag', 'one-door-to-http'],
  ['server/units/claims/claims.ts', 'nowhere', 'no-unresolved'],
  ['server/units/claims/claims.ts', 'react', 'no-undeclared-package'],
  ['web/ui/button.tsx', 'undeclared', 'no-undeclared-package-of-the-web-app'],
]

const allowed: [file: string, imports: string][] = [
  ['web/features/claims/page.tsx', '#shared/contract/claims.ts'],
  ['web/features/claims/page.tsx', './claim-list.tsx'],
  ['web/features/claims/page.tsx', '#web/domain/status.tsx'],
  ['web/domain/status.tsx', '#web/ui/button.tsx'],
  ['web/domain/status.tsx', '#web/lib/use-read.ts'],
  ['web/app/layout.tsx', '#web/features/claims/page.tsx'],
  ['server/units/claims/claims.ts', './claims.store.ts'],
  ['server/units/claims/claims.store.ts', '#server/infra/db/database.ts'],
  ['server/units/claims/claims.ts', '#server/units/wallet/wallet.ts'],
  ['server/mrv/projects/projects.ts', '#server/units/claims/claims.ts'],
  ['server/units/claims/claims.ts', '#server/pdf/writer.ts'],
  ['server/app/open.ts', '#server/public/registry.ts'],
  ['server/units/claims/claims.test.ts', '#tests/kit/world.ts'],
  ['server/infra/chain/chain.ts', 'viem'],
  ['server/infra/db/database.ts', 'pg'],
  ['server/main.ts', '#server/units/claims/claims.ts'],
  ['server/main.ts', 'dynamic #sandbox/cast/people.ts'],
  ['server/main.ts', 'dynamic #embedded/chain.ts'],
  ['commands/import.ts', 'dynamic #embedded/chain.ts'],
  ['commands/import.ts', '#server/units/claims/claims.ts'],
  ['commands/import.ts', '#shared/rules/keys.ts'],
  ['embedded/chain.ts', '#server/infra/chain/chain.ts'],
  ['embedded/crash-watch.test.ts', '#tests/kit/world.ts'],
  ['sandbox/cast/people.ts', '#server/units/claims/claims.ts'],
  ['server/units/claims/claims.store.ts', 'type #server/infra/chain/chain.ts'],
  ['server/units/claims/claims.routes.ts', 'type #server/infra/http/serve.ts'],
  ['server/units/claims/claims.routes.ts', 'type @fastify/etag'],
  ['web/ui/button.tsx', 'react'],
]

const packages = ['viem', 'jose', 'pg', '@fastify/etag']

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-rules-'))
  const imports = Object.fromEntries(roots.map((root) => [`#${root}/*`, `./${root}/*`]))
  const dependencies = Object.fromEntries(packages.map((name) => [name, '1.0.0']))
  await write('package.json', JSON.stringify({ name: 'tree', type: 'module', imports, dependencies }))
  for (const name of [...packages, 'react', 'undeclared']) {
    await write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }))
    await write(`node_modules/${name}/index.js`, '')
  }
  const files = [...forbidden.map(([file]) => file), ...allowed.map(([file]) => file), ...targets]
  for (const file of new Set(files)) await write(file, 'export {}')
})
afterEach(() => rm(folder, { recursive: true }))

const roots = ['proof', 'shared', 'server', 'web', 'commands', 'embedded', 'sandbox', 'tests']
const targets = [
  'server/units/claims/claims.test.ts',
  'server/mrv/projects/projects.store.ts',
  'server/mrv/projects/projects.routes.ts',
]
targets.push(
  'server/units/wallet/wallet.ts',
  'server/infra/http/serve.ts',
  'server/mrv/projects/projects.ts',
  'tests/kit/world.ts',
)
targets.push('web/lib/use-read.ts', 'web/features/wallet/page.tsx', 'web/features/claims/claim-list.tsx')

async function write(file: string, text: string) {
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), text)
}

async function violationsOfTree() {
  const { options, forbidden } = config
  const resolve = z.custom<IResolveOptions>().parse(options.enhancedResolveOptions)
  const rules = { ...options, baseDir: folder, validate: true, ruleSet: { forbidden } }
  const { output } = await cruise(roots, rules, resolve)
  if (typeof output === 'string') throw new Error(output)
  return output.summary.violations.map(({ from, rule }) => ({ file: from, rule: rule.name }))
}

async function rulesBroken(file: string, imports: string) {
  const markup = file.endsWith('.tsx') ? 'export const page = <p>import</p>' : ''
  const target = imports.replace(/^(type|dynamic) /, '')
  const type = imports.startsWith('type ') ? 'type ' : ''
  const statement = imports.startsWith('dynamic ')
    ? `await import('${target}')`
    : `import ${type}{ thing } from '${target}'`
  await write(file, `${statement}\n${markup}`)
  const violations = await violationsOfTree()
  return violations.filter((violation) => violation.file === file).map(({ rule }) => rule)
}

test.each(forbidden)('%s may not import %s', async (file, imports, rule) => {
  expect(await rulesBroken(file, imports)).toContain(rule)
})

test.each(allowed)('%s may import %s', async (file, imports) => {
  expect(await rulesBroken(file, imports)).toEqual([])
})

test('two files may not import each other, not even types', async () => {
  await write('server/units/wallet/wallet.ts', "import type { Claim } from '#server/units/claims/claims.ts'")
  expect(await rulesBroken('server/units/claims/claims.ts', '#server/units/wallet/wallet.ts')).toEqual(['no-cycle'])
})

test('a file that nobody imports and that imports nothing is an orphan', async () => {
  const violations = await violationsOfTree()
  expect(violations).toContainEqual({ file: 'server/mrv/projects/projects.ts', rule: 'no-orphan' })
})
