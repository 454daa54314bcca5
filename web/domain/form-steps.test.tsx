import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, useNavigate } from 'react-router'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { line } from '#shared/contract/fields.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { TextField } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { FormSteps } from './form-steps.tsx'

const schema = z.strictObject({ name: line(10, 1), place: line(10, 1) })

function Sample({ isNew }: { isNew: boolean }) {
  const form = useSchemaForm(schema, { name: '', place: '' })
  const field = fieldsOf(form)
  const navigate = useNavigate()
  return (
    <Form form={form} onSubmit={() => undefined}>
      <FormSteps
        of="sample"
        parts={[
          { title: 'Who', content: <TextField label="Name" {...field('name')} /> },
          { title: 'Where', content: <TextField label="Place" {...field('place')} /> },
        ]}
        submit={isNew && <SubmitButton>Send</SubmitButton>}
      />
      <button type="button" onClick={() => void navigate(-1)}>
        Browser’s Back
      </button>
      {!isNew && <SubmitButton>Save</SubmitButton>}
    </Form>
  )
}

function show({ isNew = true, isPhone = true } = {}) {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: isPhone === media.includes('<'),
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  )
  render(
    <MemoryRouter>
      <Sample isNew={isNew} />
    </MemoryRouter>,
  )
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const step = () => screen.getByRole('heading', { name: /^Step/ }).textContent
const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })

test('a wide screen shows the whole form', () => {
  show({ isPhone: false })
  for (const title of ['Who', 'Where']) screen.getByRole('heading', { name: title })
  name()
  screen.getByRole('textbox', { name: 'Place' })
  screen.getByRole('button', { name: 'Send' })
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
})

test('on a phone Next checks the step, a correction is checked at once, and the heading takes the focus', async () => {
  show()
  expect(step()).toBe('Step 1 of 2 Who')
  await press('Next')
  expect(step()).toBe('Step 1 of 2 Who')
  expect(document.activeElement).toBe(name())
  await userEvent.type(name(), 'Asha')
  await vi.waitFor(() => expect(name().getAttribute('aria-invalid')).toBe('false'))
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(step()).toBe('Step 2 of 2 Where'))
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading')))
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
  screen.getByRole('button', { name: 'Send' })
})

test.each(['Back', 'Browser’s Back'])('%s leads to the step before, with what was typed', async (back) => {
  show()
  await userEvent.type(name(), 'Asha')
  await press('Next')
  await screen.findByRole('textbox', { name: 'Place' })
  await press(back)
  expect(step()).toBe('Step 1 of 2 Who')
  expect(name().value).toBe('Asha')
})

test('an error in an earlier step leads to its field', async () => {
  show({ isNew: false })
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Step/ }), 'Where')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Place' }), 'Kitui')
  await press('Save')
  await userEvent.click(await screen.findByRole('button', { name: 'Name: Required' }))
  await vi.waitFor(() => expect(document.activeElement).toBe(name()))
  expect(step()).toBe('Step 1 of 2 Who')
})
