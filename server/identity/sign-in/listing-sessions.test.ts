import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renew } from '#sandbox/sign-in.ts'
import { formReader } from '#tests/kit/form-reader.ts'
import { clientId, type IdentityWorld, runIdentity, type SignedInBrowser } from '#tests/kit/identity-world.ts'
import { deviceOf } from './device.ts'

let world: IdentityWorld

beforeAll(async () => {
  world = await runIdentity()
})
afterAll(() => world.stop())

const page = () => `${world.issuer}/sessions`
const agents = {
  firefox: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  safari:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
}

/** A person with browsers of these kinds. */
async function aPerson(...kinds: (keyof typeof agents)[]) {
  const { id, email } = await world.addPerson()
  const browsers: SignedInBrowser[] = []
  for (const kind of kinds) browsers.push(await world.browser(email, undefined, { 'user-agent': agents[kind] }))
  const uidsAt = async ({ reader }: SignedInBrowser) =>
    [...(await reader.open(page())).markup.matchAll(/name="end" value="([\w-]{21,})"/g)].map(([, uid]) => uid ?? '')
  const renewed = ({ refreshToken }: SignedInBrowser) =>
    renew(world.baseUrl, refreshToken, { authority: world.issuer, clientId }).then(
      () => true,
      () => false,
    )
  const states = () => Promise.all(browsers.map(async (each) => [await renewed(each), await each.isSignedIn()]))
  return { id, email, browsers, uidsAt, states }
}

const [live, over] = [
  [true, true],
  [false, false],
]

describe('the page of sessions', () => {
  test('lists browser, system, times and network address, and which one is here', async () => {
    const { browsers } = await aPerson('firefox', 'safari')
    const [, phone] = browsers
    const { markup } = await phone!.reader.open(page())
    expect(markup.match(/<strong>[^<]*<\/strong>( <span)?/g)).toEqual([
      '<strong>Safari on iPhone</strong> <span',
      '<strong>Firefox on Windows</strong>',
    ])
    expect(markup).toMatch(/Signed in: \d+ \w+ \d{4}, \d\d:\d\d:\d\d UTC/)
    expect(markup).toContain('Network address: 127.0.0.1')
    expect((await phone!.reader.open(`${page()}?lang=sw`)).markup).toContain('Firefox kwenye Windows')
  })

  test('ends one session, here or elsewhere, and no other', async () => {
    const { id, browsers, uidsAt, states } = await aPerson('firefox', 'safari', 'firefox')
    const [first, second] = browsers
    const mine = await uidsAt(first!)
    const [ofSecond = ''] = (await uidsAt(second!)).filter((uid) => uid !== mine[0])
    const { markup } = await first!.reader.submit({ end: ofSecond })
    expect(markup).toContain('That browser is signed out.')
    expect((await states()).filter(([isRenewed]) => isRenewed)).toHaveLength(2)
    const lines = await world.sql`select act, actor from audit_event where subject = ${`user:${id}`}`
    expect(lines).toEqual([{ act: 'user.endSessions', actor: id }])
  })

  test('ends all others, then all', async () => {
    const { browsers, states } = await aPerson('firefox', 'safari')
    const [here] = browsers
    await here!.reader.open(page())
    expect((await here!.reader.submit({ end: 'others' })).markup).toContain('All other browsers are signed out.')
    expect(await here!.isSignedIn()).toBe(true)
    await here!.reader.open(page())
    expect(await here!.reader.submit({ end: 'all' })).toMatchObject({
      status: 200,
      markup: expect.stringContaining('You are signed out'),
    })
    expect(await states()).toEqual([over, over])
  })

  test('ends no session of another person, nor by a link or a form of another site', async () => {
    const [owner, other] = [await aPerson('firefox'), await aPerson('firefox')]
    const [mine, theirs] = [owner.browsers[0]!, other.browsers[0]!]
    const [uid = ''] = await owner.uidsAt(mine)
    await other.uidsAt(theirs)
    await theirs.reader.submit({ end: uid })
    await mine.reader.open(`${page()}?end=all`)
    expect((await mine.reader.post(page(), { end: 'all' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(await owner.states()).toEqual([live])
    expect((await formReader().open(page())).status).toBe(401)
  })

  test('an ended session does not come back when the provider writes it once more', async () => {
    const { id, browsers, states } = await aPerson('firefox')
    const [row] =
      await world.sql`select id, payload, expires_at from identity.artefact where model = 'Session' and person_id = ${id}`
    await browsers[0]!.reader.open(page())
    await browsers[0]!.reader.submit({ end: 'all' })
    await world.sql`
      insert into identity.artefact (model, id, payload, expires_at)
      values ('Session', ${String(row!.id)}, ${JSON.stringify(row!.payload)}::text::jsonb, now() + interval '1 hour')
      on conflict (model, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`
    expect(await states()).toEqual([over])
  })
})

test.each([
  [agents.firefox, 'Firefox', 'Windows'],
  [agents.safari, 'Safari', 'iPhone'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36',
    'Chrome',
    'Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
  ],
  ['<b>Chrome</b>', '', ''],
  ['', '', ''],
])('a device that calls itself %s is named', (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system })
})
