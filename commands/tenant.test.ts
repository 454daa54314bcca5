import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aDatabase } from '#tests/kit/database.ts'

let databaseUrl: string

beforeAll(async () => {
  const database = await aDatabase()
  closeAfterwards(database.drop)
  databaseUrl = database.url
})

function tenant(...args: string[]): Promise<{ code: number; output: string }> {
  return tenantWith({}, ...args)
}

function tenantWith(settings: Record<string, string>, ...args: string[]): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, ...settings }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(import.meta.dirname, 'tenant.ts'), ...args], { env }, (error, output, complaint) =>
      resolve({ code: Number(error?.code ?? 0), output: output + complaint }),
    )
  })
}

test('a tenant is made, changed, listed, suspended and resumed', async () => {
  const names = ['--name', 'Ocean Registry', '--asset-name', 'Blue Unit', '--asset-name-plural', 'Blue Units']
  const made = await tenant('create', 'ocean', ...names, '--add-host', 'Ocean.Example.org', '--marketplace', 'true')
  expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/serialPrefix +OCEAN\n/) })
  expect(made.output).toMatch(/^undoClaimsMinutes +10$/m)
  expect(await tenant('set', 'ocean', '--accent', '#0044aa', '--tagline', 'Blue')).toMatchObject({ code: 0 })
  expect(await tenant('suspend', 'ocean')).toMatchObject({ code: 0 })
  expect(await tenant('retry', 'ocean')).toMatchObject({
    code: 0,
    output: '0 parked movements are sent to the chain again.\n',
  })
  const { output } = await tenant('list')
  expect(output).toMatch(/^ocean +Ocean Registry +suspended +OCEAN +ocean\.example\.org$/m)
  expect(output).toMatch(/^sample +Sample Registry +active +SAMPLE$/m)
  expect(await tenant('resume', 'ocean')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/accent +#0044aa\n(.+\n)*status +active\n/),
  })
}, 60_000)

test('words in other languages and limits are set, shown and removed', async () => {
  const names = ['--name', 'Reef Registry', '--asset-name', 'Reef Unit', '--asset-name-plural', 'Reef Units']
  const printed = [
    '--tagline-fr',
    'Des récifs vivants',
    '--max-image-mb',
    '1.5',
    '--max-account-users',
    '3',
    '--project-type',
    'Reef',
    '--project-type',
    'Kelp',
    '--project-type-name-fr',
    'Reef=Récif',
  ]
  const made = await tenant('create', 'reef', ...names, ...printed)
  expect(made.output).toMatch(/^limits\.imageBytes +1572864$/m)
  expect(made.output).toMatch(/^limits\.documentBytes +default$/m)
  expect(made.output).toMatch(/^projectTypes +Reef.*Kelp$/m)
  expect(made.output).toMatch(/^projectTypeNames\.fr +Reef = Récif$/m)
  expect(made.output).toMatch(/^texts\.fr\.tagline +Des récifs vivants$/m)
  const changed = await tenant('set', 'reef', '--max-image-mb', 'default', '--tagline-fr', '', '--name-sw', 'Sajili')
  expect(changed.output).toMatch(/^limits\.imageBytes +default$/m)
  expect(changed.output).toMatch(/^limits\.accountUsers +3$/m)
  expect(changed.output).toMatch(/^texts\.fr\.tagline *$/m)
  expect(changed.output).toMatch(/^texts\.sw\.name +Sajili$/m)
  expect(await tenant('set', 'reef', '--project-type-name-sw', 'Mangrove=Mikoko')).toMatchObject({
    code: 1,
    output: expect.stringContaining('there is no type Mangrove in the list'),
  })
}, 60_000)

test('what a setting gives of the configured tenant holds; what none gives is changed by the command and stays', async () => {
  const given = { REGISTRY_NAME: 'The Named Registry' }
  expect(await tenantWith(given, 'set', 'sample', '--name', 'Mine')).toMatchObject({
    code: 1,
    output: expect.stringContaining('name is set by the deployment (REGISTRY_NAME)'),
  })
  expect(await tenantWith(given, 'set', 'sample', '--tagline', 'Our own')).toMatchObject({ code: 0 })
  const { output } = await tenantWith(given, 'set', 'sample', '--accent', '#0044aa')
  expect(output).toMatch(/^name +The Named Registry$/m)
  expect(output).toMatch(/^tagline +Our own$/m)
  expect(await tenant('set', 'sample', '--name', 'Sample Registry')).toMatchObject({ code: 0 })
}, 60_000)

test('a tenant may be without a site', async () => {
  const names = ['--name', 'Lagoon', '--asset-name', 'Unit', '--asset-name-plural', 'Units']
  expect(await tenant('create', 'lagoon', ...names)).toMatchObject({ code: 0 })
}, 60_000)

test('the first admin of a tenant is invited to its own site, and no tenant takes the place of the configured one', async () => {
  const names = ['--name', 'Reef Registry', '--asset-name', 'Unit', '--asset-name-plural', 'Units']
  expect(await tenant('create', 'reef-1', ...names, '--add-host', 'reef.example.org')).toMatchObject({ code: 0 })
  const person = ['amina@example.org', '--first-name', 'Amina', '--last-name', 'Achieng']
  expect(await tenant('invite', 'reef-1', ...person, '--language', 'sw')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/http:\/\/reef\.example\.org:3000\/identity\/password\?token=[\w-]{43}\n/),
  })
  expect(await tenant('invite', 'reef-1', ...person)).toMatchObject({
    code: 1,
    output: expect.stringContaining('belongs to a user of this registry already'),
  })
  expect(await tenant('reset', 'reef-1', 'Amina@example.org')).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /seven days:\nhttp:\/\/reef\.example\.org:3000\/identity\/password\?token=[\w-]{43}\n/,
    ),
  })
  expect(await tenant('invite', 'sample', ...person)).toMatchObject({ code: 0 })
  expect(await tenant('set', 'reef-1', '--add-host', 'localhost')).toMatchObject({
    code: 1,
    output: expect.stringContaining('localhost is the host of PUBLIC_URL'),
  })
}, 60_000)

test.each([
  { args: ['invite', 'ocean', 'amina'], says: 'EMAIL' },
  { args: ['reset', 'sample', 'amina'], says: 'EMAIL' },
  { args: ['reset', 'sample', 'amina@elsewhere.example'], says: 'Nobody signs in to' },
  { args: ['reset', 'nobody', 'a@example.org'], says: 'no such registry' },
  {
    args: ['invite', 'lagoon', 'a@example.org', '--first-name', 'A', '--last-name', 'B'],
    says: 'has no host name yet',
  },
  { args: ['reset', 'lagoon', 'a@example.org'], says: 'has no host name yet' },
  { args: ['invite', 'nobody', 'a@example.org', '--first-name', 'A', '--last-name', 'B'], says: 'no such registry' },
  { args: ['invite', 'ocean', 'a@example.org', '--first-name', 'A'], says: '--last-name is missing.' },
  { args: ['create', 'a b'], says: 'ID: must be an id' },
  { args: ['create', 'atoll'], says: '--name is missing.' },
  { args: ['set', 'ocean'], says: 'There is nothing to set: name an option.' },
  { args: ['set', 'nobody', '--name', 'Nobody'], says: 'There is no tenant nobody.' },
  { args: ['set', 'ocean', '--accent', 'blue'], says: '--accent: must be a colour, #rrggbb.' },
  {
    args: ['set', 'ocean', '--serial-prefix', 'SEA'],
    says: 'Unknown option --serial-prefix. Allowed: --name --tagline',
  },
  { args: ['set', 'ocean', '--marketplace', 'yes'], says: '--marketplace must be true or false' },
  { args: ['set', 'ocean', '--language-selection', 'no'], says: '--language-selection must be true or false' },
  { args: ['set', 'ocean', '--max-image-mb', '6'], says: '--max-image-mb: must be at most 5 MB.' },
  { args: ['set', 'ocean', '--max-account-users', '0'], says: '--max-account-users: must be at least 1.' },
  { args: ['set', 'ocean', '--max-project-documents', 'many'], says: '--max-project-documents must be a number' },
  { args: ['set', 'ocean', '--name-sw', 'x'.repeat(101)], says: '--name-sw: at most 100 characters.' },
  { args: ['close', 'ocean'], says: 'There is no “close”; there are list, create, set' },
  { args: [], says: 'npm run tenant -- suspend ID' },
  { args: ['suspend'], says: 'ID is missing.' },
  { args: ['suspend', 'ocean', 'reef'], says: 'There is one word too many: reef' },
  { args: ['suspend', 'ocean', '--name', 'Ocean'], says: 'Unknown option --name.' },
  { args: ['set', 'ocean', '--name'], says: 'argument missing' },
  { args: ['list', '--colour'], says: 'Unknown option --colour. No options are allowed here.' },
])('“$args” is refused: $says', async ({ args, says }) => {
  expect(await tenant(...args)).toMatchObject({ code: 1, output: expect.stringContaining(says) })
})
