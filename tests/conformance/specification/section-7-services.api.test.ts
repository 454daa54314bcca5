import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/infra/config.ts'
import { readClaim } from '#shared/contract/claims.ts'
import { readProject, uploadDocument, uploadImage } from '#shared/contract/projects.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { aWorld, type World } from '#tests/kit/world.ts'
import { documentForm, pictureForm } from '../cells.ts'
import { type Side, sideOf } from '../sides.ts'

const services = {
  IMAGES_URL: 'https://images.example.org/kept',
  DOCUMENTS_URL: 'https://documents.example.org/kept',
  CLAIMS_PDF_URL: 'https://certificates.example.org/kept',
}

let world: World
let side: Side
beforeAll(async () => {
  world = await aWorld(services)
  const tenant = await aTenant({ world, isConfigured: true })
  side = await sideOf(tenant, tenant.proponent)
}, 60_000)

describe('7. Calls made: other services', () => {
  test('283 certificates are at the claims PDF service that the configuration names', async () => {
    await world.settled(side.transactionId)
    const params = { claimId: side.claimId }
    const { transactionId } = await side.tenant.visitor.call(readClaim, { params })
    await world.settled(transactionId)
    const { certificate } = await side.tenant.visitor.call(readClaim, { params })
    expect(certificate?.url).toMatch(/^https:\/\/certificates\.example\.org\/kept\//)
  })

  test('284 images, documents and the identity are at the services that the configuration names', async () => {
    const { proponent } = side.tenant
    await proponent.call(uploadImage, { form: pictureForm(side.draftKey) })
    await proponent.call(uploadDocument, { form: documentForm(side.draftKey, 'PDS') })
    const project = await proponent.call(readProject, { query: { projectId: side.draftId } })
    expect(project.image).toMatch(/^https:\/\/images\.example\.org\/kept\//)
    const addresses = project.documents.map(({ url }) => url).filter((url) => url !== null)
    expect(addresses).toContainEqual(expect.stringMatching(/^https:\/\/documents\.example\.org\/kept\//))

    const config = readConfig({ OIDC_AUTHORITY: 'https://identity.example.org/pool', OIDC_CLIENT_ID: 'web' })
    expect(config).toMatchObject({ OIDC_AUTHORITY: 'https://identity.example.org/pool', OIDC_CLIENT_ID: 'web' })
  })
})
