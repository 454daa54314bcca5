import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { decideProject, type Project, readProject, uploadDocument, uploadImage } from '#shared/contract/projects.ts'
import { changeSettings, readSettings, type SettingsChange } from '#shared/contract/settings.ts'
import { updateUser } from '#shared/contract/users.ts'
import { limits, megabyte } from '#shared/rules/limits.ts'
import { aDraftProject, anApprovedProject } from '#tests/kit/acts.ts'
import { outcomeOf } from '#tests/kit/outcome.ts'
import type { Caller } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

const picture = () =>
  sharp({ create: { width: 8, height: 6, channels: 3, background: 'green' } })
    .png()
    .toBuffer()
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

function formOf(fields: Record<string, string>, file: [string, Uint8Array, string]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const [name, bytes, fileName] = file
  form.append(name, new Blob([new Uint8Array(bytes)]), fileName)
  return form
}

const sendImage = async (caller: Caller, projectKey: string, bytes?: Uint8Array) =>
  caller.call(uploadImage, { form: formOf({ projectKey }, ['image', bytes ?? (await picture()), 'banner.png']) })

const sendDocument = (
  caller: Caller,
  projectKey: string,
  documentType = 'PDS',
  bytes: Uint8Array = pdf,
  name = 'Plan é.pdf',
) => caller.call(uploadDocument, { form: formOf({ projectKey, documentType }, ['document', bytes, name]) })

async function aTenantWith(own: NonNullable<SettingsChange['limits']>) {
  const tenant = await aTenant()
  const { version } = await tenant.tenantAdmin.call(readSettings)
  await tenant.tenantAdmin.call(changeSettings, { body: { version, limits: own } })
  return tenant
}

const pathOf = (address: string | null | undefined) => address?.replace(/^https?:\/\/[^/]+/, '') ?? ''

describe('the picture of a project', () => {
  test('is kept as WebP under a new name each time; the old one is gone', async () => {
    const tenant = await aTenant()
    const { projectKey, projectId } = await aDraftProject(tenant)
    const first = await sendImage(tenant.proponent, projectKey)
    expect(first.imageFileName).toMatch(/^[0-9a-f]{32}\.webp$/)
    const address = `/images/${tenant.tenant.id}/proponent/${projectId}/${first.imageFileName}?changedAt=${Date.parse(first.changed_at)}`
    expect(pathOf(first.image)).toMatch(new RegExp(`^${address.replaceAll(/[.?]/g, '\\$&')}&link=[\\w-]+$`))
    const shown = await tenant.visitor.fetch(pathOf(first.image))
    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-type')).toBe('image/webp')
    expect(shown.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).format).toBe('webp')

    const second = await sendImage(tenant.proponent, projectKey)
    expect(second.imageFileName).not.toBe(first.imageFileName)
    expect((await tenant.visitor.fetch(pathOf(first.image))).status).toBe(404)
    expect((await tenant.visitor.fetch(pathOf(second.image))).status).toBe(200)
  })

  test('is there in three widths, and one from before has its own in each', async () => {
    const tenant = await aTenant()
    const { projectKey } = await aDraftProject(tenant)
    const wide = await sharp({ create: { width: 2_000, height: 800, channels: 3, background: 'green' } })
      .jpeg()
      .toBuffer()
    const { image, imageFileName, projectId } = await sendImage(tenant.proponent, projectKey, wide)
    const widthAt = async (more: string) => {
      const answer = await tenant.visitor.fetch(pathOf(image) + more)
      return (await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width
    }
    const widthsByQuery = {
      '': 1_600,
      '&width=480': 480,
      '&width=960': 960,
      '&width=7': 1_600,
      '&width=480&width=x': 1_600,
    }
    for (const [more, width] of Object.entries(widthsByQuery)) expect(await widthAt(more)).toBe(width)
    const folder = `images/${tenant.tenant.id}/proponent/${projectId}`
    await tenant.world.deps.files.remove(`${folder}/${imageFileName?.replace('.webp', '-480.webp')}`)
    expect(await widthAt('&width=480')).toBe(1_600)
    await sendImage(tenant.proponent, projectKey)
    expect(await tenant.world.deps.files.get(`${folder}/${imageFileName?.replace('.webp', '-960.webp')}`)).toBeNull()
  })

  test('of a draft is opened by whoever may read the project, by token or by the link of somebody who still may', async () => {
    const tenant = await aTenant()
    const { proponent, measurer, verifier, tenantAdmin, buyer, newcomer, visitor, world } = tenant
    const { projectKey, projectId } = await aDraftProject(tenant)
    await sendImage(proponent, projectKey)
    const imageFor = async (caller: Caller) => (await caller.call(readProject, { query: { projectId } })).image
    const [image, again] = [await imageFor(measurer), await imageFor(measurer)]
    expect(again).toBe(image)
    const [plain] = pathOf(image).split('&link=')
    const statusFor = async (caller: Caller, path: string) => (await caller.fetch(path)).status
    const statuses = (callers: Caller[]) => Promise.all(callers.map((caller) => statusFor(caller, String(plain))))
    expect(await statuses([proponent, measurer, verifier, tenantAdmin])).toEqual([200, 200, 200, 200])
    expect(await statuses([buyer, newcomer, visitor, (await aTenant()).tenantAdmin])).toEqual([404, 404, 404, 404])
    expect(await statusFor(visitor, `${plain}&link=${'A'.repeat(120)}`)).toBe(404)
    expect(await statusFor(visitor, `${pathOf(image)}&width=480`)).toBe(200)
    await tenantAdmin.call(updateUser, { body: { username: measurer.username, status: 'SUSPENDED' } })
    expect(await statusFor(visitor, pathOf(image))).toBe(404)
    const own = pathOf(await imageFor(proponent))
    expect(await statusFor(visitor, own)).toBe(200)
    await world.sql`update app_user set account_id = 'buyer', groups = ${[`${tenant.tenant.id}|buyer|General`]} where username = ${proponent.username}`
    expect(await statusFor(visitor, own)).toBe(404)
  })

  test('is for shared caches once the project is published', async () => {
    const tenant = await aTenant()
    const { projectKey } = await anApprovedProject(tenant)
    const { image } = await sendImage(tenant.proponent, projectKey)
    const shown = await tenant.visitor.fetch(pathOf(image), { method: 'HEAD' })
    expect(shown.headers.get('cache-control')).toBe('public, s-maxage=600, max-age=31536000, immutable')
  })

  test.each([
    ['text', Buffer.from('this is no picture'), 'unsupported_media'],
    ['a vector drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'unsupported_media'],
    ['a broken picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1]), 'invalid'],
    ['nothing', Buffer.alloc(0), 'invalid'],
    ['too much', Buffer.alloc(limits.imageBytes + 1, 1), 'too_large'],
  ])('refuses %s', async (_, bytes, code) => {
    const tenant = await aTenant()
    const { projectKey } = await aDraftProject(tenant)
    expect(await outcomeOf(sendImage(tenant.proponent, projectKey, bytes))).toBe(code)
  })

  test('is refused above what the registry accepts, which is said', async () => {
    const tenant = await aTenantWith({ imageBytes: megabyte })
    const { projectKey } = await aDraftProject(tenant)
    const large = Buffer.concat([await picture(), Buffer.alloc(megabyte)])
    await expect(sendImage(tenant.proponent, projectKey, large)).rejects.toMatchObject({
      code: 'too_large',
      message: 'The file is larger than 1 MB, the most that is accepted here.',
    })
    expect(await outcomeOf(sendImage(tenant.proponent, projectKey))).toBe('ok')
  })

  test('is refused before it is read to whoever may not change it', async () => {
    const tenant = await aTenant()
    const draft = await aDraftProject(tenant)
    const published = await anApprovedProject(tenant)
    // Rights are checked before the file's size.
    const large = Buffer.alloc(limits.imageBytes + 1, 1)
    expect(await outcomeOf(sendImage(tenant.buyer, draft.projectKey, large))).toBe('not_found')
    expect(await outcomeOf(sendImage(tenant.newcomer, draft.projectKey, large))).toBe('not_found')
    expect(await outcomeOf(sendImage(tenant.buyer, published.projectKey, large))).toBe('forbidden')
    expect(await outcomeOf(sendImage(tenant.measurer, draft.projectKey, large))).toBe('forbidden')
    expect(await outcomeOf(sendImage(tenant.tenantAdmin, draft.projectKey))).toBe('ok')
    expect(await outcomeOf(sendImage(tenant.proponent, 'not-a-key', large))).toBe('not_found')
    expect(await outcomeOf(sendImage(tenant.proponent, `../..:proponent:${draft.projectId}`, large))).toBe('not_found')
    expect(await outcomeOf(sendImage(tenant.visitor, draft.projectKey))).toBe('unauthenticated')
  })

  test.each(['..%2f..%2fetc%2fpasswd', '%00.webp', 'other.webp', '.webp'])(
    'nothing else is served: %s',
    async (name) => {
      const tenant = await aTenant()
      const { projectKey, projectId } = await aDraftProject(tenant)
      await sendImage(tenant.proponent, projectKey)
      const answer = await tenant.visitor.fetch(`/images/${tenant.tenant.id}/proponent/${projectId}/${name}`)
      expect(answer.status).toBe(404)
    },
  )
})

describe('the documents of a project', () => {
  test('have versions; all are kept and the newest of each type is named', async () => {
    const tenant = await aTenant()
    const { projectKey } = await aDraftProject(tenant)
    const first = await sendDocument(tenant.proponent, projectKey)
    const second = await sendDocument(tenant.proponent, projectKey)
    const third = await sendDocument(tenant.proponent, projectKey, 'Verification', pdf, 'Statement.pdf')
    const facts = (project: Project) => project.documents.map((document) => [document.documentType, document.version])
    expect(facts(third)).toEqual([
      ['Verification', 1],
      ['PDS', 2],
      ['PDS', 1],
    ])
    expect(third.documentPDSFileName).toBe(second.documentPDSFileName)
    expect(third.documentPDSFileName).not.toBe(first.documentPDSFileName)
    expect(third.documentVerificationFileName).toBe(third.documents[0]?.fileName)
    expect(third.documentMeasurementFileName).toBeNull()
  })

  test('are saved, never run, and are whole', async () => {
    const tenant = await aTenant()
    const { projectKey } = await anApprovedProject(tenant)
    const { documents } = await sendDocument(tenant.proponent, projectKey)
    const answer = await tenant.visitor.fetch(pathOf(documents[0]?.url))
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Plan _.pdf"; filename*=UTF-8''Plan%20%C3%A9.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      etag: `"${documents[0]?.sha256}"`,
    })
    expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true)
    const again = await tenant.visitor.fetch(pathOf(documents[0]?.url), {
      headers: { 'if-none-match': `"${documents[0]?.sha256}"` },
    })
    expect(again.status).toBe(304)
  })

  test('without a name get one; a made-up address is nothing', async () => {
    const tenant = await aTenant()
    const { projectKey } = await aDraftProject(tenant)
    const { documents } = await sendDocument(tenant.proponent, projectKey, 'Other', pdf, '')
    expect(documents[0]?.originalName).toBe('document.pdf')
    for (const path of ['%00', '..%2f..%2fpackage.json', `${'a'.repeat(190)}.pdf`, 'x.pdf', '-']) {
      const answer = await tenant.proponent.fetch(`/documents/${tenant.tenant.id}/proponent/${path}`)
      expect(answer.status).toBe(404)
    }
    expect((await tenant.visitor.fetch(`/images/%00/proponent/x/${'0'.repeat(32)}.webp`)).status).toBe(404)
  })

  test('of an unpublished project are there for whoever may read it', async () => {
    const tenant = await aTenant()
    const other = await aTenant()
    const { projectKey, projectId } = await aDraftProject(tenant)
    const { documents } = await sendDocument(tenant.proponent, projectKey)
    const readStatus = async (caller: Caller) => (await caller.fetch(pathOf(documents[0]?.url))).status
    for (const caller of [tenant.visitor, tenant.newcomer, tenant.buyer, other.tenantAdmin]) {
      expect(await readStatus(caller)).toBe(404)
    }
    for (const caller of [
      tenant.proponent,
      tenant.accountAdmin,
      tenant.measurer,
      tenant.verifier,
      tenant.tenantAdmin,
    ]) {
      expect(await readStatus(caller)).toBe(200)
    }
    const params = { projectId }
    await tenant.proponent.call(decideProject, { params, body: { act: 'submit' } })
    await tenant.tenantAdmin.call(decideProject, { params, body: { act: 'approve' } })
    expect(await readStatus(tenant.visitor)).toBe(200)
  })

  test.each([
    ['a page', 'PDS', '<script>alert(1)</script>', 'page.html', 'unsupported_media'],
    ['a program with the name of a document', 'PDS', 'MZ\u0090', 'plan.pdf', 'unsupported_media'],
    ['another type', 'Poem', '%PDF-1.4', 'plan.pdf', 'invalid'],
    ['nothing', 'PDS', '', 'plan.pdf', 'invalid'],
  ])('refuses %s', async (_, type, text, name, code) => {
    const tenant = await aTenant()
    const { projectKey } = await aDraftProject(tenant)
    expect(await outcomeOf(sendDocument(tenant.proponent, projectKey, type, Buffer.from(text), name))).toBe(code)
  })

  test('are refused above what the registry accepts, in size and in number, which is said', async () => {
    const tenant = await aTenantWith({ documentBytes: megabyte, projectDocuments: 2 })
    const { projectKey } = await aDraftProject(tenant)
    const large = Buffer.concat([pdf, Buffer.alloc(megabyte)])
    await expect(sendDocument(tenant.proponent, projectKey, 'PDS', large)).rejects.toMatchObject({
      code: 'too_large',
      message: 'The file is larger than 1 MB, the most that is accepted here.',
    })
    const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(sendDocument(tenant.proponent, projectKey))))
    expect(outcomes.sort()).toEqual(['conflict', 'ok', 'ok'])
    await expect(sendDocument(tenant.proponent, projectKey)).rejects.toMatchObject({
      message: 'A project has at most 2 documents.',
    })
  })

  test('many at once have a version each', async () => {
    const tenant = await aTenant()
    const { projectKey, projectId } = await aDraftProject(tenant)
    const senders = [tenant.proponent, tenant.accountAdmin].flatMap((person) => [person, person, person])
    await Promise.all(senders.map((sender) => sendDocument(sender, projectKey)))
    const rows = await tenant.world.sql`
      select version from document where project_id = ${projectId} order by version`
    expect(rows.map((row) => row.version)).toEqual([1, 2, 3, 4, 5, 6])
  })
})
