import { beforeAll, describe, expect } from 'vitest'
import { listMeasurementProviders } from '#shared/contract/measurements.ts'
import { listMethodologies } from '#shared/contract/methodologies.ts'
import { createProject, decideProject, updateProject } from '#shared/contract/projects.ts'
import { listVerificationProviders } from '#shared/contract/verifications.ts'
import { expectAccessible, expectNoSidewaysScroll, test, themes } from './browser.ts'
import { hasFocus, pressOn } from './keyboard.ts'
import { sandboxPeople } from './signed-in.ts'

/** Two at one spot, and two of which the country alone is known. */
const places = [
  { name: 'Mapped weir of Sagana', country: 'KE', at: [37.2, -0.66] },
  { name: 'Mapped turbine of Sagana', country: 'KE', at: [37.2, -0.66] },
  { name: 'Mapped stoves of Kenya', country: 'KE', at: null },
  { name: 'Mapped forest of Brazil', country: 'BR', at: null },
] as const

beforeAll(async () => {
  const { proponent, admin } = await sandboxPeople()
  const [methodology] = (await proponent.call(listMethodologies, { query: { status: 'approved' } })).items
  const [measuring] = (await proponent.call(listMeasurementProviders)).items
  const [verifying] = (await proponent.call(listVerificationProviders)).items
  for (const { name, country, at } of places) {
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
    if (at) {
      const [longitude, latitude] = at
      await proponent.call(updateProject, { query: { projectKey }, body: { longitude, latitude } })
    }
    await proponent.call(decideProject, { params: { projectId }, body: { act: 'submit' } })
    await admin.call(decideProject, { params: { projectId }, body: { act: 'approve' } })
  }
})

describe.each(themes)('in the %s theme', (theme) => {
  test.for([360, 1280])(
    'the map at %i px is read and moved by keyboard, in step with its list',
    async (width, { openPage }) => {
      const page = await openPage({ theme, width })
      await page.goto('/collection?q=mapped')
      await page.getByRole('link', { name: 'On a map' }).click()
      await page.getByRole('heading', { name: 'Map of projects', level: 1 }).waitFor()
      const list = page.getByRole('list', { name: 'Projects' }).getByRole('listitem')
      await expect.poll(() => list.count()).toBe(4)
      const brazil = page.getByRole('button', { name: 'Brazil: 1 project, place within the country not stated' })
      await brazil.waitFor()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)

      await pressOn(page.getByRole('button', { name: '3 projects around Kenya: look closer' }))
      const spot = page.getByRole('button', { name: '2 projects at this place' })
      await spot.waitFor()
      expect(new URL(page.url()).searchParams.get('at')).toMatch(/^-?[\d.]+,-?[\d.]+,[\d.]+$/)
      await pressOn(spot)
      await page.getByRole('status').getByRole('link', { name: 'Mapped weir of Sagana' }).waitFor()
      await expectAccessible(page)

      await page.keyboard.press('Escape')
      await brazil.waitFor()
      await pressOn(brazil)
      await expect.poll(() => list.allTextContents()).toEqual([expect.stringContaining('Mapped forest of Brazil')])
      expect(await hasFocus(brazil)).toBe(true)
      expect(new URL(page.url()).searchParams.get('country')).toBe('BR')
      await page.getByRole('button', { name: 'Take away Country: Brazil' }).click()
      await expect.poll(() => list.count()).toBe(4)
    },
  )
})

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
  // Each counts for the next one, however quick.
  for (const key of ['+', 'ArrowRight', '-']) await page.keyboard.press(key)
  await expect.poll(at).toEqual([11.25, 0, 180])
  const map = await page.getByRole('img', { name: /map/i }).boundingBox()
  if (!map) throw new Error('The map is not drawn.')
  // An eighth of its width to the left, from a corner where no circle is.
  const [x, y] = [map.x + map.width / 2, map.y + map.height - 8]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - map.width / 8, y, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => at().map(Math.round)).toEqual([34, 0, 180])
  expect(await list.count()).toBe(4)
  await expectAccessible(page)
})
