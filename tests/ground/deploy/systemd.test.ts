import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#server/infra/config.ts'
import { finish } from '#tests/kit/processes.ts'
import { deployed, deployedEnvironment } from './deployed.ts'

const root = join(import.meta.dirname, '../../..')
const unit = 'registry@.service'
/** Of 10, the score without any restriction. */
const mostExposed = 2

test('systemd takes the unit and finds it well shut off', async ({ onTestFinished }) => {
  const folder = await mkdtemp(join(tmpdir(), 'registry-unit-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, unit)
  const node = '/opt/registry/node_modules/node/bin/node'
  await writeFile(path, await deployed(`systemd/${unit}`, { [node]: process.execPath }))
  expect(await finish('systemd-analyze', ['verify', '--man=no', path])).toMatchObject({ code: 0, output: '' })
  const threshold = `--threshold=${mostExposed * 10}`
  const { code, output } = await finish('systemd-analyze', [
    'security',
    '--offline=true',
    '--no-pager',
    threshold,
    path,
  ])
  expect(code, output).toBe(0)
})

test('the settings of the unit and of registry.env start in production, once the secrets are in', async () => {
  const key = `0x${'1f'.repeat(32)}`
  const environment = await deployedEnvironment('systemd/registry.env', { CHAIN_OPERATOR_KEY: key })
  const config = readConfig({ ...environment, NODE_ENV: 'production', PORT: '3000' })
  expect(config.embedded).toMatchObject({ database: false, chain: false, people: false })
})

const packageFile = z.object({ scripts: z.object({ start: z.string() }) })

test('the unit runs what npm start runs', async () => {
  const { scripts } = packageFile.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
  const [, command] = /^exec node scripts\/run\.mjs (.*)$/.exec(scripts.start) ?? []
  expect(await deployed(`systemd/${unit}`)).toContain(`/node/bin/node ${command}\n`)
})
