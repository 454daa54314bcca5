import { expect, test } from 'vitest'
import { accentFor, contrast } from './accent.ts'

const colours = ['#000000', '#ffffff', '#ff0000', '#ffff00', '#0000ff', '#1b6b50', '#5cc3a0', '#7f7f7f', '#800080']

test.each(colours)('%s can be read in both themes, and on it too', (colour) => {
  for (const [theme, ground] of [
    ['dark', '#1c2421'],
    ['light', '#f3f2ed'],
  ] as const) {
    const { accent, onAccent } = accentFor(colour, theme)
    expect(contrast(accent, ground)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(4.5)
  }
})

test('a colour that reads well already stays as it is', () => {
  expect(accentFor('#5cc3a0', 'dark').accent).toBe('#5cc3a0')
})
