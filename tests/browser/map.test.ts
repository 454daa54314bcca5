import { beforeAll, expect } from 'vitest'
import { listMeasurementProviders } from '#shared/contract/measurements.ts'
import { listMethodologies } from '#shared/contract/methodologies.ts'
import { createProject, decideProject, readProjectPlaces, updateProject } from '#shared/contract/projects.ts'
import { listVerificationProviders } from '#shared/contract/verifications.ts'
import { approvedBesideOthers } from '#tests/kit/acts.ts'
import { aProject } from '#tests/kit/an-export.ts'
import { expectAccessible, test, type WatchedPage } from './browser.ts'
import { expectGoodInBothThemes } from './every-screen.ts'
import { imported } from './importing.ts'
import { hasFocus, pressOn } from './keyboard.ts'
import { sandboxPeople } from './signed-in.ts'

/** Two projects at one spot, two with a country only. */
const places = [
  { name: 'Mapped weir of Sagana', country: 'KE', at: [37.2, -0.66] },
  { name: 'Mapped turbine of Sagana', country: 'KE', at: [37.2, -0.66] },
  { name: 'Mapped stoves of Kenya', country: 'KE', at: null },
  { name: 'Mapped forest of Brazil', country: 'BR', at: null },
] as const

/** A square with a hole, and two islands. */
const outlined = [
  {
    name: 'Outlined mangroves of Tana',
    area: { type: 'Polygon' as const, coordinates: [square(37, -2, 2), square(37.5, -1.5, 1)] },
  },
  {
    name: 'Outlined islands of Lamu',
    area: { type: 'MultiPolygon' as const, coordinates: [[square(39.5, -3, 0.5)], [square(40.2, -3, 0.4)]] },
  },
]

function square(west: number, south: number, size: number): [number, number][] {
  const [east, north] = [west + size, south + size]
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
}

/** More than two pages at one spot. */
const piled = Array.from({ length: 21 }, (_, at) =>
  aProject({ name: `Piled stoves ${at + 1}`, lon: '10.5', lat: '-40.5' }),
)

beforeAll(async () => {
  const { proponent, admin } = await sandboxPeople()
  const [methodology] = (await proponent.call(listMethodologies, { query: { status: 'approved' } })).items
  const [measuring] = (await proponent.call(listMeasurementProviders)).items
  const [verifying] = (await proponent.call(listVerificationProviders)).items
  const shown = [
    ...places.map(({ name, country, at }) => ({ name, country, place: at && { longitude: at[0], latitude: at[1] } })),
    ...outlined.map(({ name, area }) => ({ name, country: 'KE', place: { area } })),
  ]
  for (const { name, country, place } of shown) {
    const { projectId, projectKey } = await proponent.call(createProject, {
      body: {
        projectName: name,
        description: 'The place of each is known, or its country.',
        methodologyId: methodology?.methodologyId ?? '',
        measurementProviderId: measuring?.accountId,
        verificationProviderId: verifying?.accountId,
        startDate: '2022-01-01',
        endDate: '2032-12-31',
        country,
        type: 'Hydropower',
      },
    })
    if (place) await proponent.call(updateProject, { query: { projectKey }, body: place })
    await proponent.call(decideProject, { params: { projectId }, body: { act: 'submit' } })
    await approvedBesideOthers(admin, projectId)
  }
  await imported(piled)
})

async function mapOn(page: WatchedPage) {
  const map = await page.getByRole('img', { name: /map/i }).boundingBox()
  if (!map) throw new Error('The map is not drawn.')
  return map
}

/** A place's screen pixels, from the view in the address. */
async function pixelsOf(page: WatchedPage, longitude: number, latitude: number): Promise<[x: number, y: number]> {
  const at = new URL(page.url()).searchParams.get('at') ?? '0,0,360'
  const [east = 0, north = 0, width = 0] = at.split(',').map(Number)
  const map = await mapOn(page)
  const perDegree = map.width / width
  return [
    map.x + map.width / 2 + (longitude - east) * perDegree,
    map.y + map.height / 2 + (north - latitude) * perDegree,
  ]
}

async function drag(page: WatchedPage, [x, y]: readonly [number, number], right: number): Promise<void> {
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + right, y, { steps: 4 })
  await page.mouse.up()
}

test.for([360, 1280])(
  'the map at %i px is read and moved by keyboard, in step with its list',
  async (width, { openPage }) => {
    const page = await openPage({ width })
    await page.goto('/collection?q=mapped')
    await page.getByRole('link', { name: 'On a map' }).click()
    await page.getByRole('heading', { name: 'Map of projects', level: 1 }).waitFor()
    const list = page.getByRole('list', { name: 'Projects' }).getByRole('listitem')
    await expect.poll(() => list.count()).toBe(4)
    const brazil = page.getByRole('button', { name: 'Brazil: 1 project, place within the country not stated' })
    await brazil.waitFor()
    await expectGoodInBothThemes(page)

    await pressOn(page.getByRole('button', { name: '3 projects around Kenya, 1 without a stated place: look closer' }))
    const spot = page.getByRole('button', { name: '2 projects at this place (Hydropower)' })
    await spot.waitFor()
    expect(new URL(page.url()).searchParams.get('at')).toMatch(/^-?[\d.]+,-?[\d.]+,[\d.]+$/)
    await pressOn(spot)
    await page.getByRole('status').getByRole('link', { name: 'Mapped weir of Sagana' }).waitFor()
    await expectGoodInBothThemes(page)

    await page.keyboard.press('Escape')
    await brazil.waitFor()
    await pressOn(brazil)
    await expect.poll(() => list.allTextContents()).toEqual([expect.stringContaining('Mapped forest of Brazil')])
    expect(await hasFocus(brazil)).toBe(true)
    expect(new URL(page.url()).searchParams.get('country')).toBe('BR')
    await page.getByRole('button', { name: 'Remove Country: Brazil' }).click()
    await expect.poll(() => list.count()).toBe(4)
  },
)

test('the map moves by the arrows, comes nearer by + and goes back by −, and follows the pointer', async ({ page }) => {
  await page.goto('/collection?q=mapped')
  await page.getByRole('link', { name: 'On a map' }).click()
  const list = page.getByRole('list', { name: 'Projects' }).getByRole('listitem')
  await expect.poll(() => list.count()).toBe(4)
  const at = () => (new URL(page.url()).searchParams.get('at') ?? '0,0,360').split(',').map(Number)
  await pressOn(page.getByRole('button', { name: 'Zoom in' }), '+')
  await expect.poll(at).toEqual([0, 0, 180])
  for (const [key, place] of [
    ['ArrowRight', [22.5, 0, 180]],
    ['ArrowDown', [22.5, -22.5, 180]],
    ['ArrowLeft', [0, -22.5, 180]],
    ['ArrowUp', [0, 0, 180]],
    ['+', [0, 0, 90]],
    ['-', [0, 0, 180]],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(at).toEqual(place)
  }
  // Quick keys all count.
  for (const key of ['+', 'ArrowRight', '-']) await page.keyboard.press(key)
  await expect.poll(at).toEqual([11.25, 0, 180])
  const map = await mapOn(page)
  // The drag starts in a corner without circles.
  await drag(page, [map.x + map.width / 2, map.y + map.height - 8], -map.width / 8)
  await expect.poll(() => at().map(Math.round)).toEqual([34, 0, 180])
  await expect.poll(() => list.count()).toBe(4)
  await expectAccessible(page)
})

test('the map stays where it is while more of it is loaded', async ({ page }) => {
  await page.goto('/collection?q=mapped&view=map&at=0,0,180')
  await page.getByRole('button', { name: /^3 projects/ }).waitFor()
  const before = await mapOn(page)
  const mayAnswer = Promise.withResolvers<void>()
  await page.route(`**${readProjectPlaces.path}?**`, async (route) => {
    await mayAnswer.promise
    await route.continue()
  })
  await pressOn(page.getByRole('button', { name: 'Zoom in' }), 'ArrowRight')
  const underWay = page.getByRole('region', { name: 'Map of projects' }).getByText('Searching …')
  await underWay.waitFor()
  expect(await mapOn(page)).toEqual(before)
  mayAnswer.resolve()
  await underWay.waitFor({ state: 'detached' })
  expect(await mapOn(page)).toEqual(before)
})

test('areas are drawn where they are large enough to be seen, with their holes, as far as the list has them', async ({
  page,
}) => {
  await page.goto('/collection?q=outlined&view=map')
  const list = page.getByRole('list', { name: 'Projects' }).getByRole('listitem')
  await expect.poll(() => list.count()).toBe(2)
  const isInArea = async ([longitude, latitude]: readonly [number, number]) =>
    page.evaluate(
      ([x, y]) => document.elementFromPoint(x, y)?.getAttribute('fill-rule') === 'evenodd',
      await pixelsOf(page, longitude, latitude),
    )
  // In, within the hole of, and beside the mangroves; on an island, between both, on the other.
  const spots = [
    [37.2, -1.2],
    [38.4, -0.9],
    [39.2, -1.2],
    [39.6, -2.9],
    [40.1, -2.9],
    [40.5, -2.9],
  ] as const
  const areas = () => Promise.all(spots.map(isInArea))
  const none = [false, false, false, false, false, false]
  const circle = page.getByRole('button', { name: /^2 projects/ })
  await circle.waitFor()
  expect(await areas()).toEqual(none)

  await pressOn(circle)
  const both = [true, false, false, true, false, true]
  await expect.poll(areas).toEqual(both)
  await drag(page, await pixelsOf(page, 39.2, -1.2), 40)
  await expect.poll(areas).toEqual(both)
  await page.getByRole('searchbox').fill('outlined mangroves')
  await expect.poll(areas).toEqual([true, ...none.slice(1)])
  await expect.poll(() => list.allTextContents()).toEqual([expect.stringContaining('Outlined mangroves of Tana')])
  await expectAccessible(page)
})

test('after a drag, list and map still show each other, and the list begins anew', async ({ page }) => {
  // A view of the whole world cannot be dragged.
  await page.goto('/collection?q=piled&view=map&at=0,-30,180')
  const list = page.getByRole('list', { name: 'Projects' }).getByRole('listitem')
  const names = () => list.getByRole('link').allTextContents()
  await expect.poll(() => list.count()).toBe(10)
  const next = page.getByRole('button', { name: 'Next' })
  const [first] = await names()
  await next.click()
  await expect.poll(async () => (await names()).includes(first ?? '')).toBe(false)
  const second = await names()
  await next.click()
  await expect.poll(() => list.count()).toBe(1)

  const circle = page.getByRole('button', { name: /^21 projects at this place/ })
  const left = async () => Math.round((await circle.boundingBox())?.x ?? 0)
  const before = await left()
  await drag(page, await pixelsOf(page, -60, -60), 100)
  await expect.poll(left).toBe(before + 100)
  await expect.poll(() => list.count()).toBe(10)
  expect((await names())[0]).toBe(first)
  expect(new URL(page.url()).searchParams.has('cursor')).toBe(false)

  const shadow = () => circle.evaluate((element) => getComputedStyle(element).boxShadow)
  const ground = () => list.first().evaluate((element) => getComputedStyle(element).backgroundColor)
  const [unmarked, plain] = [await shadow(), await ground()]
  await list.getByRole('link').first().hover()
  await expect.poll(shadow).not.toBe(unmarked)
  await circle.hover()
  await expect.poll(shadow).toBe(unmarked)
  await expect.poll(ground).not.toBe(plain)

  await next.click()
  await expect.poll(names).toEqual(second)
  expect(await left()).toBe(before + 100)
})

test('the list has what the map shows, and the address keeps the view', async ({ page }) => {
  await page.goto('/collection?q=mapped&view=map&at=38,0,20')
  const list = page.getByRole('list', { name: 'Projects' }).getByRole('listitem')
  const inView = (shown: number) => page.getByText(`${shown} of 4 projects in view`).waitFor()
  await inView(3)
  expect(await list.filter({ hasText: 'Brazil' }).count()).toBe(0)

  // A zoom is a step back, a move is not.
  await pressOn(page.getByRole('button', { name: 'Zoom out' }), 'ArrowRight')
  await page.keyboard.press('Escape')
  await inView(4)
  await page.goBack()
  await inView(3)
  expect(new URL(page.url()).searchParams.get('at')).toBe('40.5,0,20')
  await page.reload()
  await inView(3)
  await page.goForward()
  await inView(4)

  await page.goto('/collection?q=mapped&view=map&at=-150,-60,20')
  await page.getByText('No project is in view.').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Whole world' }).last().click()
  await inView(4)

  // The shades in words.
  await page.getByText('Issued units by country').click()
  await expectGoodInBothThemes(page)
  await page.getByRole('table', { name: 'Issued units by country' }).getByRole('button', { name: 'Brazil' }).click()
  await inView(1)
  await expect.poll(() => list.allTextContents()).toEqual([expect.stringContaining('Mapped forest of Brazil')])
})

test('the page of a project of which the country alone is known names it, and draws no place', async ({ page }) => {
  await page.goto('/collection?q=mapped%20forest')
  await page.getByRole('link', { name: 'Mapped forest of Brazil' }).first().click()
  await page.getByRole('heading', { name: 'Mapped forest of Brazil', level: 1 }).waitFor()
  await page.getByRole('tabpanel').getByText('Brazil', { exact: true }).waitFor()
  expect(await page.getByRole('tabpanel').getByRole('img', { name: /map/i }).count()).toBe(0)
  expect(await page.getByText(/Latitude/).count()).toBe(0)
})
