import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { everyMonth } from './every-month.ts'
import { MovedByMonth } from './month-chart.tsx'

const widthPx = 720

beforeAll(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #seen: () => void
      constructor(seen: () => void) {
        this.#seen = seen
      }
      observe = () => this.#seen()
      disconnect = () => undefined
    },
  )
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { get: () => widthPx, configurable: true })
})
beforeEach(() => window.history.replaceState(null, '', '/'))

const month = (key: string, issued: number, retired = 0, cancelled = 0) => ({
  key,
  issued,
  retired,
  cancelled,
  held: 0,
})
const show = (months: ReturnType<typeof month>[]) =>
  render(
    <MemoryRouter>
      <MovedByMonth months={everyMonth(months)} />
    </MemoryRouter>,
  )
const chart = () => screen.getByRole('img', { name: 'Issued and claimed by month' })
const slider = () => screen.getByRole('slider')
/** Left edges and widths of the bars of a colour. */
const barsOf = (colour: string) => {
  const path = chart().querySelector(`.fill-${colour}`)?.getAttribute('d') ?? ''
  return [...path.matchAll(/M([\d.]+),([\d.]+)h([\d.]+)V([\d.]+)/g)].map(([, left, from, width, to]) => ({
    left: Number(left),
    width: Number(width),
    height: Math.abs(Number(to) - Number(from)),
  }))
}

test('the bar of a single month is no wider than 24 px', () => {
  show([month('2024-03', 500)])
  const [bar, ...others] = barsOf('issued')
  expect(others).toEqual([])
  expect(bar?.width).toBeLessThanOrEqual(24)
})

test('bars are as high as their units, up and down on one scale', () => {
  show([month('2024-01', 12_000), month('2024-02', 300, 6_000)])
  const [most, least] = barsOf('issued')
  const [claimed] = barsOf('retired')
  expect((most?.height ?? 0) / (least?.height ?? 1)).toBeCloseTo(40)
  expect((most?.height ?? 0) / (claimed?.height ?? 1)).toBeCloseTo(2)
})

test('the axis has three lines', () => {
  show([month('2024-01', 12_000, 850)])
  const labels = [...chart().querySelectorAll('g text')].map((label) => label.textContent)
  expect(labels).toEqual(['12,000', '0', '2,400'])
})

test('arrow keys go from month to month and say its figures; leaving shows those of the whole again', async () => {
  show([month('2024-01', 500), month('2024-02', 20, 30, 4)])
  expect(screen.queryByText('Mar 2023 – Feb 2024')).not.toBeNull()
  await userEvent.tab()
  expect(slider().getAttribute('aria-valuetext')).toBe('Feb 2024, Issued: 20, Claimed: 30, Burnt: 4')
  fireEvent.change(slider(), { target: { value: 10 } })
  expect(slider().getAttribute('aria-valuetext')).toBe('Jan 2024, Issued: 500, Claimed: 0, Burnt: 0')
  await userEvent.tab()
  expect(screen.queryByText('520')).not.toBeNull()
})

test('the month under the pointer is said, until the mouse leaves', () => {
  show([month('2024-01', 500), month('2024-02', 20)])
  fireEvent.pointerMove(chart(), { clientX: widthPx - 1 })
  expect(screen.queryByText('Feb 2024', { selector: 'figcaption *' })).not.toBeNull()
  fireEvent.pointerLeave(chart(), { pointerType: 'mouse' })
  expect(screen.queryByText('Mar 2023 – Feb 2024')).not.toBeNull()
})

test('only ranges that are shorter than the whole are offered', async () => {
  const { unmount } = show([month('2024-01', 500)])
  expect(screen.queryByRole('group', { name: 'Period' })).toBeNull()
  unmount()
  show([month('2021-01', 500), month('2024-02', 20)])
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['1 year', 'All'])
  await userEvent.click(screen.getByRole('button', { name: '1 year' }))
  expect(screen.queryByText('Mar 2023 – Feb 2024')).not.toBeNull()
  expect(barsOf('issued')).toHaveLength(1)
})
