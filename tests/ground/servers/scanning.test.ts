import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDocument, listDocuments } from '#shared/contract/documents.ts'
import { eicar, startClamd } from '#tests/ground/servers/clamd.ts'
import { aDraftProject } from '#tests/kit/acts.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { aWorld } from '#tests/kit/world.ts'

describe('a registry with the scanner of Debian', () => {
  let clamd: Awaited<ReturnType<typeof startClamd>>
  beforeAll(async () => {
    clamd = await startClamd()
  })
  afterAll(() => clamd.stop())

  test('keeps what is harmless, refuses what is not, and takes nothing while the scanner is away', async () => {
    const tenant = await aTenant({ world: await aWorld({ CLAMAV_URL: clamd.url }) })
    const { projectId } = await aDraftProject(tenant)
    const add = (text: string) => {
      const form = new FormData()
      const fields = { subjectKind: 'project', subjectId: projectId, title: 'Table', isPublic: 'true' }
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      form.append('document', new Blob([text]), 'table.csv')
      return tenant.proponent.call(addDocument, { form })
    }
    await expect.poll(() => add('a,b\n').then(({ version }) => version), { timeout: 60_000 }).toBe(1)
    await expect(add(eicar)).rejects.toMatchObject({
      code: 'infected',
      message: expect.stringContaining('Eicar-Test-Signature'),
    })
    await clamd.stop()
    await expect(add('a,b\n')).rejects.toMatchObject({ code: 'unavailable' })
    const query = { subjectKind: 'project', subjectId: projectId } as const
    expect((await tenant.proponent.call(listDocuments, { query })).items).toHaveLength(1)
  }, 120_000)
})
