import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { addDocument } from '#shared/contract/documents.ts'
import { type Project, uploadImage } from '#shared/contract/projects.ts'
import { Failure } from '#shared/rules/failure.ts'
import { pictureAt, pictureWidths } from '#shared/rules/pictures.ts'
import { aDraftProject } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { aTenant } from '#tests/kit/tenant.ts'

const samples = '../shared/data'
const namesIn = (folder: string, pattern: RegExp) =>
  existsSync(`${samples}/${folder}`) ? readdirSync(`${samples}/${folder}`).filter((name) => pattern.test(name)) : []
const pictures = namesIn('images', /\.\w+$/)
const papers = namesIn('pdf', /\.pdf$/)

/** Not a picture, broken or animated; all others are valid. */
const refused = new Set(['truncated.jpg', 'corrupt-header.jpg', 'rotating-squares.gif', 'check.svg'])

const pathOf = (address: string) => address.replace(/^https?:\/\/[^/]+/, '')

async function sendPicture(tenant: TenantOfTest, projectKey: string, name: string): Promise<Project | Failure> {
  const form = new FormData()
  form.append('projectKey', projectKey)
  form.append('image', new Blob([new Uint8Array(readFileSync(`${samples}/images/${name}`))]), name)
  return tenant.proponent.call(uploadImage, { form }).catch((error: unknown) => {
    if (error instanceof Failure) return error
    throw error
  })
}

describe.skipIf(pictures.length === 0)('every picture that we were given', () => {
  test('comes back upright, as WebP in three widths and without metadata, or is refused as the specification words it', async () => {
    const tenant = await aTenant()
    const { projectKey } = await aDraftProject(tenant)
    for (const name of pictures) {
      const outcome = await sendPicture(tenant, projectKey, name)
      if (refused.has(name)) {
        expect([name, outcome instanceof Failure && outcome.message]).toEqual([
          name,
          'Please select a valid image file.',
        ])
        continue
      }
      if (outcome instanceof Failure) throw new Error(`${name}: ${outcome.message}`)
      const sent = await sharp(`${samples}/images/${name}`).metadata()
      for (const width of pictureWidths) {
        const answer = await tenant.visitor.fetch(pathOf(pictureAt(outcome.image ?? '', width)))
        const facts = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
        expect([name, facts.format, facts.exif, facts.icc, facts.xmp, facts.iptc, facts.orientation]).toEqual([
          name,
          'webp',
          ...Array(5).fill(undefined),
        ])
        const upright = sent.autoOrient
        expect(facts.width > facts.height, name).toBe(upright.width > upright.height)
        expect(Math.max(facts.width, facts.height), name).toBe(Math.min(width, Math.max(upright.width, upright.height)))
      }
    }
  }, 120_000)
})

describe.skipIf(papers.length === 0)('every PDF that we were given', () => {
  test('is kept as it came', async () => {
    const tenant = await aTenant()
    const { projectId } = await aDraftProject(tenant)
    for (const name of papers) {
      const bytes = readFileSync(`${samples}/pdf/${name}`)
      const form = new FormData()
      const fields = { subjectKind: 'project', subjectId: projectId, title: name, isPublic: 'true' }
      for (const [field, value] of Object.entries(fields)) form.append(field, value)
      form.append('document', new Blob([new Uint8Array(bytes)]), name)
      const document = await tenant.proponent.call(addDocument, { form })
      expect(document).toMatchObject({ originalName: name, mediaType: 'application/pdf', sizeBytes: bytes.length })
      const answer = await tenant.proponent.fetch(pathOf(document.url))
      const given = createHash('sha256').update(Buffer.from(await answer.arrayBuffer()))
      expect(given.digest('hex')).toBe(document.sha256)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(document.sha256)
    }
  })
})
