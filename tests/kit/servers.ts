import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startChain } from '#embedded/chain.ts'
import { startPostgres } from '#embedded/postgres.ts'
import { connectDatabase, identifier } from '#server/infra/db/database.ts'
import { migrate } from '#server/infra/db/migrate.ts'

/** The run's servers and folder, removed afterwards. Worlds clone `template`, an empty migrated database. */
export type Servers = {
  databaseUrl: string
  template: string
  chainRpcUrl: string
  operatorKey: string
  folder: string
}

declare module 'vitest' {
  interface ProvidedContext {
    servers: Servers
  }
}

const template = 'template_migrated'
/** The data need not survive a power cut. */
const inHaste = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' }

let stopAll: () => Promise<void>

export async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'registry-tests-'))
  const log = () => {}
  const [postgres, chain] = await Promise.all([
    startPostgres({ dataDir, log, settings: inHaste }),
    startChain({ dataDir, log }),
  ])
  stopAll = async () => {
    await Promise.all([postgres.stop(), chain.stop()])
    await rm(dataDir, { recursive: true, force: true })
  }
  await prepareTemplate(postgres.url)
  const { rpcUrl: chainRpcUrl, operatorKey } = chain
  project.provide('servers', { databaseUrl: postgres.url, template, chainRpcUrl, operatorKey, folder: dataDir })
}

export async function teardown() {
  await stopAll()
}

async function prepareTemplate(url: string) {
  const admin = connectDatabase(url, { max: 1 })
  await admin`create database ${identifier(template)}`
  await admin.end()
  const sql = connectDatabase(databaseNamed(url, template), { max: 2 })
  await migrate(sql)
  await sql.end()
}

export function databaseNamed(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}
