import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { namedFilesOf } from '#server/backup/named-files.ts'
import { diagnose } from '#server/doctor/doctor.ts'
import type { Diagnosis } from '#server/doctor/finding.ts'
import { randomName, storingFiles } from '#server/infra/files/storing-files.ts'
import { sweepFiles } from '#server/infra/files/sweep.ts'
import { using } from '#server/infra/files/using.ts'
import { readLegacyCertificate } from '#shared/contract/accounts.ts'
import { createClaim } from '#shared/contract/claims.ts'
import { addDocument } from '#shared/contract/documents.ts'
import { type Project, uploadDocument, uploadImage } from '#shared/contract/projects.ts'
import { aDraftProject, anIssuedAsset, transferred } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { outcomeOf } from '#tests/kit/outcome.ts'
import { aProxy } from '#tests/kit/proxy.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { aWorld, type World } from '#tests/kit/world.ts'

const pdf = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'

let proxy: Awaited<ReturnType<typeof aProxy>>
let world: World
let tenant: TenantOfTest
let project: Project

beforeAll(async () => {
  world = await aWorld(async (databaseUrl) => {
    proxy = await aProxy(databaseUrl)
    return { DATABASE_URL: proxy.url }
  })
  tenant = await aTenant({ world })
  project = await aDraftProject(tenant)
})

function formOf(fields: Record<string, string>, file: string, bytes: string | Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append(file, new Blob([bytes]), `${file}.pdf`)
  return form
}

/** Keys of stored files. */
async function storedKeys(): Promise<string[]> {
  const folder = join(world.config.DATA_DIR, 'files')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .filter((key) => !key.startsWith('.'))
    .toSorted()
}

const namedKeys = async () => (await namedFilesOf(world.sql)).map(({ key }) => key).toSorted()

/** Sweeps as of two hours later. */
const sweepLater = () => sweepFiles({ ...world.deps, sql: world.sql, now: () => new Date(Date.now() + 7_200_000) })

/** Commits of an act: the caller's read, announcing bytes, naming them, removing unnamed ones. */
const mostCommits = 5
const longMs = 240_000

/** Cuts the answer to the nth commit of an act and checks that no row lacks its bytes. Returns the act's outcome. */
async function cutAt(nth: number, act: () => Promise<unknown>): Promise<string> {
  proxy.cutAnswerToCommit(nth)
  const outcome = await outcomeOf(act())
  proxy.cutAnswerToCommit(0)
  const [named, stored] = [await namedKeys(), new Set(await storedKeys())]
  expect(named.filter((key) => !stored.has(key))).toEqual([])
  return outcome
}

/**
 * Cuts each commit's answer in turn. At least `atLeast` acts must fail but take effect: background commits make this
 * random, so up to four times as many rounds run.
 */
async function cutAtEachCommit(rounds: number, atLeast: number, act: () => Promise<unknown>): Promise<void> {
  let doneThoughRefused = 0
  for (let round = 0; round < rounds || (doneThoughRefused < atLeast && round < 4 * rounds); round += 1) {
    for (let nth = 1; nth <= mostCommits; nth += 1) {
      const before = await namedKeys()
      const outcome = await cutAt(nth, act)
      if (outcome !== 'ok' && (await namedKeys()).join() !== before.join()) doneThoughRefused += 1
    }
  }
  expect(doneThoughRefused).toBeGreaterThanOrEqual(atLeast)
}

describe('when the answer to a COMMIT is lost, no row loses its bytes and the sweep leaves no bytes without a row:', () => {
  test(
    'a document',
    async () => {
      let number = 0
      const add = () => {
        number += 1
        const fields = {
          subjectKind: 'project',
          subjectId: project.projectId,
          title: `Paper ${number}`,
          isPublic: 'true',
        }
        return tenant.proponent.call(addDocument, { form: formOf(fields, 'document', pdf) })
      }
      await cutAtEachCommit(8, 4, add)
    },
    longMs,
  )

  test(
    'a document by the key of its project',
    async () => {
      const fields = { projectKey: project.projectKey, documentType: 'PDS' }
      const add = () => tenant.proponent.call(uploadDocument, { form: formOf(fields, 'document', pdf) })
      await cutAtEachCommit(6, 3, add)
    },
    longMs,
  )

  test(
    'a picture and the one that it replaces',
    async () => {
      const { projectKey } = project
      const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'green' } })
        .jpeg()
        .toBuffer()
      const replace = () =>
        tenant.proponent.call(uploadImage, { form: formOf({ projectKey }, 'image', new Uint8Array(picture)) })
      await cutAtEachCommit(3, 1, replace)
    },
    longMs,
  )

  test(
    'a certificate',
    async () => {
      const { assetId } = await anIssuedAsset(tenant, { quantity: 9 })
      const aClaim = async () => {
        const { claimId, transactionId } = await tenant.proponent.call(createClaim, {
          body: {
            items: [{ assetId, quantity: 1 }],
            beneficiaryKind: 'anonymous',
            purpose: 'personal',
            isAuthorised: true,
          },
        })
        await world.settled(transactionId)
        const linked = () => world.sql`select from ledger_link where transaction_id = ${transactionId}`
        await expect.poll(async () => (await linked()).count).toBe(1)
        return claimId
      }
      const claimIds = await Promise.all([aClaim(), aClaim()])
      const paths = claimIds.flatMap((id) => ['en', 'fr', 'sw'].map((language) => `${id}.pdf?language=${language}`))
      for (const path of paths) {
        const certificate = async () => {
          const answer = await tenant.visitor.fetch(`/certificates/${tenant.tenant.id}/${path}`)
          if (!answer.ok) throw new Error(`answered ${answer.status}`)
        }
        for (let nth = 1; nth <= mostCommits; nth += 1) await cutAt(nth, () => certificate().catch(() => {}))
        await certificate()
      }
    },
    longMs,
  )

  test(
    'a lifetime statement',
    async () => {
      const { assetId } = await anIssuedAsset(tenant, { quantity: 9 })
      for (let nth = 1; nth <= mostCommits; nth += 1) {
        // After a movement it is another statement.
        await transferred(tenant, { assetId, quantity: 1, toAccountId: 'buyer' })
        await cutAt(nth, () => tenant.proponent.call(readLegacyCertificate))
      }
      await tenant.proponent.call(readLegacyCertificate)
      expect((await namedKeys()).filter((key) => key.startsWith('statements/')).length).toBeGreaterThan(0)
    },
    longMs,
  )

  test('all of them together, after the sweep', async () => {
    await sweepLater()
    expect(await storedKeys()).toEqual(await namedKeys())
    expect(await world.sql`select from unnamed_file`).toHaveLength(0)
  })
})

describe('the sweep', () => {
  const content = [Buffer.from('of nobody\n')]
  const aKey = () => `documents/${tenant.tenant.id}/proponent/${randomName()}.csv`

  test('leaves bytes whose row may still come, and takes them an hour later', async () => {
    const { files } = world.deps
    const key = aKey()
    await world.sql`insert into unnamed_file (tenant_id, file_key) values (${tenant.tenant.id}, ${key})`
    await using(files.draft(content), (draft) => files.put(key, draft, 'text/csv'))
    await sweepFiles({ ...world.deps, sql: world.sql })
    expect(await files.has(key)).toBe(true)
    expect(await sweepLater()).toBe(1)
    expect(await files.has(key)).toBe(false)
  })

  test('that overtakes an upload which stood still lets no row name the bytes that it took', async () => {
    const { files } = world.deps
    const key = aKey()
    const standsStill = { ...files, put: (...put: Parameters<typeof files.put>) => files.put(...put).then(overtaken) }
    const overtaken = async () => void (await sweepLater())
    let isNamed = false
    const outcome = await using(files.draft(content), (draft) =>
      outcomeOf(
        storingFiles(
          { sql: world.deps.sql, files: standsStill },
          tenant.tenant.id,
          [{ key, draft, mediaType: 'text/csv' }],
          async () => {
            isNamed = true
          },
        ),
      ),
    )
    expect([outcome, isNamed, await files.has(key)]).toEqual(['unavailable', false, false])
  })
})

test('doctor says which bytes are missing that rows name', async () => {
  const findings = async () => {
    const found: Diagnosis[] = []
    for await (const each of diagnose({ sql: world.sql, config: world.config, chain: world.chain })) found.push(each)
    return found.filter(({ subject }) => subject === 'kept files').map(({ verdict, says }) => [verdict, says])
  }
  const keys = await namedKeys()
  const pictures = keys.filter((key) => /-(480|960)\.webp$/.test(key)).length
  const looked = keys.length - pictures
  expect(await findings()).toEqual([['ok', `of ${looked} files that rows name none is missing`]])
  const lost = keys.find((key) => key.startsWith('documents/')) ?? ''
  await rm(join(world.config.DATA_DIR, 'files', lost))
  expect(await findings()).toEqual([['wrong', `of ${looked} files that rows name 1 are missing: ${lost}`]])
}, 60_000)
