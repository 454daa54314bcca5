import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { StackedBars } from './stacked-bars.tsx'

test('bars are as wide as their values on one axis with a round end', () => {
  const bars = [
    { label: 'Kenya', values: [11_980, 0] },
    { label: 'Peru', values: [200, 100] },
  ]
  render(<StackedBars label="By country" series={['Held', 'Claimed']} bars={bars} format={String} />)
  const widthOf = (text: string) => Number.parseFloat(screen.getByTitle(text).style.width)
  expect(widthOf('Held: 11980')).toBeCloseTo(99.83)
  expect(widthOf('Held: 200')).toBeCloseTo(1.67)
  expect(widthOf('Claimed: 100')).toBeCloseTo(0.83)
  expect(screen.queryByText('12000')).not.toBeNull()
})
