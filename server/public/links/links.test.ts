import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createClaim } from '#shared/contract/claims.ts'
import { readProject } from '#shared/contract/projects.ts'
import { beneficiaryPath } from '#shared/rules/beneficiary-path.ts'
import { claimPath, projectPath } from '#shared/rules/paths.ts'
import { aSite } from '#tests/kit/a-site.ts'
import { aDraftProject, anIssuedAsset } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { aTenant } from '#tests/kit/tenant.ts'

let tenant: TenantOfTest
let baseUrl: string
let origin: string
let projectKey: string
let projectName: string
let claimId: string

beforeAll(async () => {
  tenant = await aTenant({ isConfigured: true })
  ;({ baseUrl } = await aSite(tenant.world))
  origin = tenant.world.config.PUBLIC_URL
  const { assetId, projectId } = await anIssuedAsset(tenant, { quantity: 500 })
  ;({ projectKey, projectName } = await tenant.proponent.call(readProject, { query: { projectId } }))
  const body = {
    items: [{ assetId, quantity: 120 }],
    beneficiaryKind: 'organisation' as const,
    beneficiary: 'Baobab <script> & Sons',
    purpose: 'public claim' as const,
    isAuthorised: true as const,
  }
  const claim = await tenant.proponent.call(createClaim, { body })
  claimId = claim.claimId
  await tenant.world.settled(claim.transactionId)
}, 60_000)

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${baseUrl}${path}`, { headers })
const metaIn = (page: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(page)?.[1]
const dataIn = (page: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? 'null')

describe('the head of a page', () => {
  test('of a beneficiary names it, and of one that no claim names is not found', async () => {
    const response = await get('/claims?beneficiary=baobab%20script%20sons')
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(page).toContain('<title>Units retired for Baobab &lt;script&gt; &amp; Sons · ')
    expect(page).toContain(`href="${origin}${beneficiaryPath('Baobab <script> & Sons')}"`)
    expect((await get('/claims?beneficiary=Nobody')).status).toBe(404)
  })

  test('of a project says what it is, to people and to machines', async () => {
    const response = await get(projectPath(projectKey))
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(page).toContain(`<link rel="canonical" href="${origin}${projectPath(projectKey)}"`)
    expect(metaIn(page, 'og:title')).toMatch(new RegExp(`^${projectName} · `))
    expect(metaIn(page, 'og:image')).toBe(`${origin}/cards/project.png?key=${projectKey}`)
    expect(dataIn(page)).toMatchObject({
      '@type': 'Dataset',
      name: projectName,
      url: `${origin}${projectPath(projectKey)}`,
      spatialCoverage: { identifier: 'KE' },
      temporalCoverage: '2024-01-01/2034-01-01',
      variableMeasured: [
        { name: 'issued', value: 500 },
        { name: 'retired', value: 120 },
      ],
    })
  })

  test('of a claim says for whom, in the reader’s language, and no name ends a script', async () => {
    const page = await (await get(claimPath(claimId), { 'accept-language': 'fr' })).text()
    expect(metaIn(page, 'og:title')).toMatch(
      /^120 .*\u00a0: retrait définitif pour Baobab &lt;script&gt; &amp; Sons · /,
    )
    expect(dataIn(page)).toMatchObject({ variableMeasured: [{ name: 'retired', value: 120 }] })
    expect(page).not.toContain('Baobab <script>')
  })

  test('of a list has the first rows, and of a record the first facts', async () => {
    const claims = await (await get('/claims', { 'accept-language': 'fr' })).text()
    expect(claims).toContain(`<a href="${claimPath(claimId)}"`)
    expect(claims).toContain('>Baobab &lt;script&gt; &amp; Sons</a>')
    expect(claims).toMatch(/>Quantité<\/span>\s*<span[^>]*>120</)
    const projects = await (await get('/collection')).text()
    expect(projects).toContain(`<a href="${projectPath(projectKey)}"`)
    expect(projects).toMatch(/>Minted<\/span>\s*<span[^>]*>500</)
    // Only the app knows the rows of a narrowed list.
    for (const path of ['/claims?q=baobab', '/collection?country=KE', '/contact']) {
      expect(await (await get(path)).text()).not.toContain('<li ')
    }
    expect(await (await get(claimPath(claimId))).text()).toMatch(/<p[^>]*>120 .* retired for Baobab &lt;script&gt;/)
    expect(await (await get(projectPath(projectKey))).text()).toMatch(
      /<p[^>]*>Active<\/p>.*500 .* issued, 120 retired/s,
    )
  })

  test('of a list is its own, and says what a visitor reads first', async () => {
    const page = await (await get('/claims', { 'accept-language': 'fr' })).text()
    expect(metaIn(page, 'og:title')).toMatch(/^Retraits · /)
    expect(page).toContain('<html lang="fr"')
    expect(page).toMatch(/<h1[^>]*>Retraits<\/h1>/)
    // A draft's owner is not public.
    const { projectKey: draft } = await aDraftProject(tenant)
    for (const path of [projectPath(draft), '/nowhere', '/login']) {
      expect(await (await get(path)).text()).toContain('<div id="root"></div>')
    }
    const named = await (await get(claimPath(claimId))).text()
    expect(named).toMatch(/<h1[^>]*>Claim \d+<\/h1>/)
  })

  test('a missing page has status 404, and pages that are not public stay out of search engines', async () => {
    const { projectKey: draft } = await aDraftProject(tenant)
    const [tenantId, accountId] = projectKey.split(':')
    const found = async (path: string) => {
      const response = await get(path)
      return [response.status, metaIn(await response.text(), 'robots')]
    }
    expect(await found('/collection')).toEqual([200, undefined])
    expect(await found(projectPath(draft))).toEqual([200, 'noindex'])
    expect(await found('/wallet')).toEqual([200, 'noindex'])
    expect(await found(projectPath(`${tenantId}:${accountId}:nothing`))).toEqual([404, 'noindex'])
    expect(await found(claimPath('nothing'))).toEqual([404, 'noindex'])
    expect(await found('/nowhere')).toEqual([404, 'noindex'])
    expect(await found('/Claims/')).toEqual([200, undefined])
  })
})

describe('what is made for other sites', () => {
  test.each(['project', 'claim'] as const)(
    'the picture of a %s is a PNG, the same for the same facts',
    async (kind) => {
      const path = `/cards/${kind}.png?key=${kind === 'project' ? projectKey : claimId}`
      const [first, second] = await Promise.all([get(path), get(path)])
      expect(first.headers.get('content-type')).toBe('image/png')
      expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      const bytes = Buffer.from(await first.arrayBuffer())
      expect(bytes.equals(Buffer.from(await second.arrayBuffer()))).toBe(true)
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([1_200, 630])
      // The picture has text.
      expect(new Set(data).size).toBeGreaterThan(10)
    },
  )

  test('a badge says the figure and escapes the names', async () => {
    const badge = await (await get(`/badges/project.svg?key=${projectKey}`)).text()
    expect(badge).toContain('120 ')
    expect(badge).toMatch(/^<svg [^>]+aria-label="[^"]+: 120 /)
  })

  test('a card may stand in a frame of any site, and nothing else of ours may', async () => {
    const card = await get(`/embed/claim?key=${claimId}`)
    expect(card.headers.get('content-security-policy')).toContain('frame-ancestors *')
    expect(card.headers.get('x-frame-options')).toBeNull()
    expect(await card.text()).toContain(`<a href="${origin}${claimPath(claimId)}"`)
    expect((await get('/claims')).headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  })

  test('a site that embeds our link gets markup that fits its width', async () => {
    const getEmbed = (url: string, more = '') => get(`/oembed?url=${encodeURIComponent(url)}${more}`)
    const answer = await getEmbed(`${origin}${claimPath(claimId)}`, '&maxwidth=300')
    const embed = z
      .object({ html: z.string() })
      .loose()
      .parse(await answer.json())
    expect(embed).toMatchObject({ version: '1.0', type: 'rich', width: 300, height: 157 })
    expect(embed.html).toContain(`src="${origin}/embed/claim?key=${claimId}"`)
    expect((await getEmbed('https://elsewhere.example.org/claims?key=1')).status).toBe(404)
    expect((await getEmbed(`${origin}${claimPath(claimId)}`, '&format=xml')).status).toBe(501)
    expect((await getEmbed('nonsense')).status).toBe(400)
  })

  test('what is not published has none of them', async () => {
    const { projectKey: draft } = await aDraftProject(tenant)
    for (const path of ['/cards/project.png', '/badges/project.svg', '/embed/project']) {
      expect((await get(`${path}?key=${draft}`)).status).toBe(404)
      expect((await get(path)).status).toBe(404)
    }
  })
})

describe('the map for crawlers', () => {
  test('names every published project and every claim, and no draft', async () => {
    const { projectKey: draft } = await aDraftProject(tenant)
    const robots = await (await get('/robots.txt')).text()
    const [, index = ''] = /^Sitemap: (.*)$/m.exec(robots) ?? []
    expect(index).toBe(`${origin}/sitemap.xml`)
    const pagesIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, found = '']) => found)
    const addresses: string[] = []
    for (const page of pagesIn(await (await get('/sitemap.xml')).text())) {
      addresses.push(...pagesIn(await (await get(new URL(page).pathname)).text()))
    }
    expect(addresses).toEqual(
      expect.arrayContaining([
        `${origin}/claims`,
        `${origin}${projectPath(projectKey)}`,
        `${origin}${claimPath(claimId)}`,
      ]),
    )
    expect(addresses).not.toContain(`${origin}${projectPath(draft)}`)
    expect((await get('/sitemap/projects-0.xml')).status).toBe(404)
    expect((await get('/sitemap/anything.xml')).status).toBe(404)
  })
})
