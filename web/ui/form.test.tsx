import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { line } from '#shared/contract/fields.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { TextField } from './field.tsx'
import { Form, type Refused, SubmitButton } from './form.tsx'

const schema = z.strictObject({ name: line(10, 1), place: line(10, 1) })

function Sample({ onSubmit, refused = null }: { onSubmit: (values: object) => unknown; refused?: Refused | null }) {
  const form = useSchemaForm(schema, { name: '', place: '' })
  const { errors } = form.formState
  return (
    <Form form={form} onSubmit={onSubmit} refused={refused}>
      <TextField label="Name" error={errors.name?.message} {...form.register('name')} />
      <TextField label="Place" error={errors.place?.message} {...form.register('place')} />
      <SubmitButton>Send</SubmitButton>
    </Form>
  )
}

const field = (name: string) => screen.getByRole('textbox', { name })
const send = () => screen.getByRole('button', { name: 'Send' })

test('what is wrong is shown beside each field and in a summary that takes focus and leads to the fields', async () => {
  const sent: object[] = []
  render(<Sample onSubmit={(values) => sent.push(values)} />)
  await userEvent.click(send())
  const summary = await screen.findByRole('alert', { name: 'Please correct 2 fields.' })
  expect(document.activeElement).toBe(summary)
  expect(summary.getAttribute('aria-atomic')).toBe('false')
  expect(field('Name').getAttribute('aria-invalid')).toBe('true')
  const described = field('Name').getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(described)?.textContent).toBe('Required')
  await userEvent.click(screen.getByRole('button', { name: 'Place: Required' }))
  expect(document.activeElement).toBe(field('Place'))
  expect(sent).toEqual([])
})

const listSchema = z.strictObject({ items: z.array(z.strictObject({ name: line(3, 1) })) })

function SampleList() {
  const form = useSchemaForm(listSchema, { items: [{ name: '' }] })
  return (
    <Form form={form} onSubmit={() => undefined}>
      <TextField label="Name" {...fieldsOf(form)('items.0.name')} />
      <SubmitButton>Send</SubmitButton>
    </Form>
  )
}

test('a field of a list has one fault at a time, and none once it is right', async () => {
  render(<SampleList />)
  await userEvent.click(send())
  await screen.findByRole('button', { name: 'Name: Required' })
  await userEvent.click(field('Name'))
  await userEvent.paste('Kitui')
  const summary = await screen.findByRole('alert', { name: 'Please correct one field.' })
  expect(summary.textContent).not.toContain('Required')
  await userEvent.keyboard('{Backspace}{Backspace}')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(field('Name').getAttribute('aria-invalid')).not.toBe('true')
})

test('a double click sends what was typed once, and the button says that it is busy', async () => {
  const sent: object[] = []
  const under = Promise.withResolvers<void>()
  render(
    <Sample
      onSubmit={(values) => {
        sent.push(values)
        return under.promise
      }}
    />,
  )
  await userEvent.type(field('Name'), ' Amina ')
  await userEvent.type(field('Place'), 'Kitui')
  await userEvent.dblClick(send())
  expect(send().getAttribute('aria-disabled')).toBe('true')
  under.resolve()
  await screen.findByRole('button', { name: 'Send' })
  expect(sent).toEqual([{ name: 'Amina', place: 'Kitui' }])
})

/** Returns what shows the server's refusal of a sent form. */
async function sentForm(): Promise<(refused: Refused) => void> {
  const { rerender } = render(<Sample onSubmit={() => undefined} />)
  await userEvent.type(field('Name'), 'Amina')
  await userEvent.type(field('Place'), 'Kitui')
  await userEvent.click(send())
  return (refused) => rerender(<Sample onSubmit={() => undefined} refused={refused} />)
}

test('the server’s message about the last attempt takes focus', async () => {
  const refuse = await sentForm()
  refuse({ text: 'This name is taken.', faults: [] })
  expect(document.activeElement).toBe(await screen.findByRole('alert', { name: 'This name is taken.' }))
})

test('the server’s fault of a field moves the focus to the summary, also if all faults have a field', async () => {
  const refuse = await sentForm()
  const faults = [
    { path: 'name', fault: 'It is taken.', said: 'Name: It is taken.' },
    { path: 'place', fault: 'It is far.', said: 'Place: It is far.' },
  ]
  refuse({ text: null, faults })
  expect(document.activeElement).toBe(await screen.findByRole('alert', { name: 'Please correct 2 fields.' }))
  await userEvent.type(field('Name'), ' B.')
  expect(document.activeElement).toBe(field('Name'))
})

test('the server’s fault of a field stands beside the field until it is corrected, other faults in the summary', async () => {
  const refuse = await sentForm()
  const faults = [
    { path: 'name', fault: 'It is taken.', said: 'Name: It is taken.' },
    { path: 'year', fault: 'It is over.', said: 'Year: It is over.' },
  ]
  refuse({ text: null, faults })
  const summary = await screen.findByRole('alert', { name: 'Please correct one field.' })
  expect(document.activeElement).toBe(summary)
  expect(summary.textContent).toContain('Year: It is over.')
  const described = field('Name').getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(described)?.textContent).toBe('It is taken.')
  await userEvent.click(screen.getByRole('button', { name: 'Name: It is taken.' }))
  expect(document.activeElement).toBe(field('Name'))
  await userEvent.type(field('Name'), ' B.')
  expect(field('Name').getAttribute('aria-invalid')).not.toBe('true')
})
