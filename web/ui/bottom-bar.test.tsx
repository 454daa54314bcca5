import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { SavingBar } from './bottom-bar.tsx'
import { Form } from './form.tsx'

function Sample({ changes }: { changes: number }) {
  const form = useSchemaForm(z.strictObject({}), {})
  return (
    <Form form={form} onSubmit={() => undefined}>
      <SavingBar changes={changes} onDiscard={() => undefined} />
    </Form>
  )
}
const bar = () => screen.getByRole('status').closest('[data-sticks-below]')

test('a bar says how much is not saved', () => {
  const { rerender } = render(<Sample changes={1} />)
  screen.getByText('One change not saved')
  rerender(<Sample changes={1200} />)
  screen.getByText('1,200 changes not saved')
})

test('a bar with nothing to save is not seen, keeps its place and its focused button', async () => {
  const { rerender } = render(<Sample changes={2} />)
  expect(bar()?.className).toContain('sticky')
  const save = screen.getByRole('button', { name: 'Save' })
  await userEvent.click(save)
  rerender(<Sample changes={0} />)
  expect(bar()?.className).toContain('invisible focus-within:visible')
  expect(document.activeElement).toBe(save)
})
