import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '#server/infra/db/database.ts'
import { createTenant, tenantDraft } from '#server/people/tenants/administering.ts'
import { aSite } from '#tests/kit/a-site.ts'
import { theWorld, type World } from '#tests/kit/world.ts'

let world: World
let baseUrl: string

beforeAll(async () => {
  world = await theWorld()
  baseUrl = (await aSite(world)).baseUrl
})

const manifest = z.object({
  name: z.string(),
  lang: z.string(),
  start_url: z.literal('/'),
  display: z.literal('standalone'),
  theme_color: z.string().regex(/^#[0-9a-f]{6}$/),
  icons: z.array(z.object({ src: z.string(), sizes: z.string() })),
})

/** fetch cannot set the host header. */
async function manifestAt(host: string, language: string) {
  const headers = { host, 'accept-language': language }
  const [answer]: IncomingMessage[] = await once(get(`${baseUrl}/manifest.webmanifest`, { headers }), 'response')
  if (!answer) throw new Error('No answer came.')
  return { type: answer.headers['content-type'], manifest: manifest.parse(await json(answer)) }
}

test('each registry is installed under its own name, in the language of the browser', async () => {
  const id = `r${newId().slice(-12)}`
  const draft = {
    id,
    name: 'Coast Registry',
    assetName: 'Tonne',
    assetNamePlural: 'Tonnes',
    addHosts: [`${id}.registry.test`],
    texts: { fr: { name: 'Registre des côtes' } },
  }
  await createTenant(world.sql, tenantDraft.parse(draft), 'test')
  const english = await manifestAt(`${id}.registry.test`, 'en-GB')
  expect(english).toMatchObject({
    type: 'application/manifest+json; charset=utf-8',
    manifest: { name: 'Coast Registry', lang: 'en' },
  })
  expect(english.manifest.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', 'any'])
  expect((await manifestAt(`${id}.registry.test`, 'fr')).manifest).toMatchObject({
    name: 'Registre des côtes',
    lang: 'fr',
  })
})

test('the worker and the shell are asked for again each time, so that neither keeps an earlier version', async () => {
  for (const file of ['/sw.js', '/index.html']) {
    const answer = await fetch(baseUrl + file)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  }
})

test('the page may run workers and read a manifest of its own origin alone', async () => {
  const policy = (await fetch(`${baseUrl}/`)).headers.get('content-security-policy')
  expect(policy).toContain("manifest-src 'self';worker-src 'self'")
  expect(policy).toMatch(/worker-src 'self'(;|$)/)
})
