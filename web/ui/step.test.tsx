import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Step } from './step.tsx'

function Form({ step }: { step: string }) {
  return (
    <Step key={step} label={step}>
      5 units
    </Step>
  )
}

test('a step that follows another takes the focus and says its name', () => {
  const { rerender } = render(<Form step="Your entries" />)
  rerender(<Form step="Preview" />)
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Preview' }))
})
