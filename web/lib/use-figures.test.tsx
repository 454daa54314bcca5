import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { quantity } from '#shared/contract/fields.ts'
import { limitsChange } from '#shared/contract/settings.ts'
import fr from '#shared/texts/fr.json' with { type: 'json' }
import sw from '#shared/texts/sw.json' with { type: 'json' }
import { QuantityField } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { fieldsOf } from './form-fields.ts'
import { upTo, useFigures } from './use-figures.ts'
import { useSchemaForm } from './use-schema-form.ts'

i18next.addResourceBundle('fr', 'translation', fr)
i18next.addResourceBundle('sw', 'translation', sw)

const most = 5_000
const schema = z.strictObject({ units: quantity, users: limitsChange.shape.accountUsers }).superRefine(
  ({ units }, { addIssue }) => {
    if (units > most) addIssue({ code: 'custom', path: ['units'] })
  },
  { when: () => true },
)

function Sample({ onSubmit }: { onSubmit: (values: object) => unknown }) {
  const { units, count } = useFigures()
  const form = useSchemaForm(schema, { users: null }, { units: 'above the balance' })
  const field = fieldsOf(form)
  return (
    <Form form={form} onSubmit={onSubmit}>
      <QuantityField label="Units" {...field('units', upTo(most, units))} />
      <QuantityField label="Users" {...field('users', count)} />
      <SubmitButton>Send</SubmitButton>
    </Form>
  )
}

async function send(language: string, typed: { units: string; users?: string }) {
  await i18next.changeLanguage(language)
  const sent: object[] = []
  render(<Sample onSubmit={(values) => sent.push(values)} />)
  const [units, users] = screen.getAllByRole('textbox')
  if (!units || !users) throw new Error('a field is missing')
  await userEvent.type(units, typed.units)
  if (typed.users) await userEvent.type(users, typed.users)
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  const descriptionOf = (field: Element) =>
    document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
  return { sent, description: descriptionOf(units), usersDescription: descriptionOf(users) }
}

test.each([
  ['en', '12.5', '12.5 is not a whole number of units. Write digits, for example 2500 or 2,500.'],
  ['fr', '2500,5', '2500,5 n’est pas un nombre entier d’unités. Écrivez en chiffres, par exemple 2500 ou 2\u202f500.'],
  ['sw', '1.200,5', '1.200,5 si idadi kamili ya vitengo. Andika tarakimu, kwa mfano 2500 au 2,500.'],
  ['en', '1e9', '1e9 is not a number in digits alone. Write for example 2500 or 2,500.'],
  ['en', '6,000', 'above the balance'],
  ['en', '1 000 000 000 000 000 000 000', 'Enter 5,000 or less.'],
])('in %s the units %j are refused with the reason that applies', async (language, units, description) => {
  expect(await send(language, { units })).toMatchObject({ sent: [], description })
})

test('a thousand is a thousand, in the limits of a registry too', async () => {
  expect((await send('en', { units: '1,000', users: '1,000' })).sent).toEqual([{ units: 1_000, users: 1_000 }])
})

test('a limit with a decimal is refused without a word of units', async () => {
  const { usersDescription } = await send('en', { units: '5', users: '1.5' })
  expect(usersDescription).toBe('1.5 is not a whole number. Write digits, for example 2500 or 2,500.')
})
