import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { uploadDocument, uploadImage } from '#shared/contract/projects.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { documentForm, pictureForm } from './cells.ts'
import { type Side, sideOf } from './sides.ts'

let side: Side

beforeAll(async () => {
  const tenant = await aTenant({ isConfigured: true })
  side = await sideOf(tenant, tenant.proponent)
}, 60_000)

test('a public call takes the bearer of a bad token for a visitor', async () => {
  const headers = { authorization: 'Bearer nonsense' }
  const { tenantId, publishedId } = side
  const query = `tenantId=${tenantId}`
  for (const path of [`/api/projects?${query}`, `/api/project?projectId=${publishedId}`, `/api/claims?${query}`]) {
    const [bad, none] = await Promise.all([
      side.tenant.visitor.fetch(path, { headers }),
      side.tenant.visitor.fetch(path),
    ])
    expect([path, bad.status, await bad.text()]).toEqual([path, 200, await none.text()])
  }
})

test('a read answers with an ETag, and 304 while nothing has changed', async () => {
  const { visitor } = side.tenant
  const first = await visitor.fetch(`/api/project?projectId=${side.publishedId}`)
  const etag = first.headers.get('etag') ?? ''
  expect(etag).not.toBe('')
  const again = await visitor.fetch(`/api/project?projectId=${side.publishedId}`, {
    headers: { 'if-none-match': etag },
  })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('a project has the documented key, and its documents and pictures the documented addresses', async () => {
  const { tenantId, accountId, draftId, draftKey } = side
  expect(draftKey).toBe(formatProjectKey({ tenantId, accountId, projectId: draftId }))
  const { proponent } = side.tenant
  await proponent.call(uploadImage, { form: pictureForm(draftKey) })
  await proponent.call(uploadDocument, { form: documentForm(draftKey, 'PDS') })
  const response = await proponent.fetch(`/api/project?projectId=${draftId}`)
  const project = z.record(z.string(), z.unknown()).parse(await response.json())
  const { baseUrl } = side.tenant.world
  expect(project.image).toMatch(
    new RegExp(`^${baseUrl}/images/${tenantId}/${accountId}/${draftId}/[^/]+\\.webp\\?changedAt=`),
  )
  const url = `${baseUrl}/documents/${tenantId}/${accountId}/${String(project.documentPDSFileName)}`
  expect(project.documents).toContainEqual(expect.objectContaining({ documentType: 'PDS', url }))
})
