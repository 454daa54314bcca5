import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Choices, Combobox } from './combobox.tsx'

const taita = { value: 't', label: 'Taita Hills Cooperative' }

function shown(choices: Partial<Choices>) {
  const searches: string[] = []
  const chosen: string[] = []
  const from: Choices = {
    found: [taita],
    more: 0,
    chosen: null,
    hasFailed: false,
    retry: () => chosen.push('again'),
    search: (text) => searches.push(text),
    choose: () => undefined,
    ...choices,
  }
  render(<Combobox label="Account" name="account" from={from} onChange={(value) => chosen.push(value)} />)
  return { searches, chosen, input: screen.getByRole('combobox', { name: 'Account' }) }
}

test('typed words are searched, a hit is chosen, and the number of further hits is shown', async () => {
  const { searches, chosen, input } = shown({ more: 2_081 })
  await userEvent.type(input, 'ta')
  expect(searches).toContain('ta')
  expect((await screen.findByText('and 2,081 more: type to narrow')).closest('[role=status]')).not.toBeNull()
  await userEvent.click(await screen.findByRole('option', { name: 'Taita Hills Cooperative' }))
  expect(chosen).toEqual(['t'])
})

test('the number of hits is read out, and button and list are named by the field', async () => {
  const { input } = shown({})
  await userEvent.click(screen.getByRole('button', { name: 'Show the choices: Account' }))
  await userEvent.type(input, 'ta')
  expect((await screen.findByText('1 choice')).closest('[role=status]')).not.toBeNull()
  await screen.findByRole('listbox', { name: 'Account' })
})

test('while a search is under way nothing of an earlier one is offered', async () => {
  const { input } = shown({ found: undefined })
  await userEvent.type(input, 'ta')
  await screen.findByText('Searching …')
  expect(screen.queryByRole('option')).toBeNull()
})

test('choices that could not be read say so and are read again', async () => {
  const { chosen } = shown({ found: undefined, hasFailed: true })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(chosen).toEqual(['again'])
})

test('a choice whose name is not known yet is being loaded, not empty', () => {
  expect(shown({ chosen: undefined }).input.getAttribute('placeholder')).toBe('Loading…')
})
