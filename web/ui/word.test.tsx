import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Word } from './word.tsx'
import './word-card.tsx'

/** The files of sentences load on demand. */
const shown = () => screen.findByText(/^The calendar year of an outcome/, {}, { timeout: 10_000 })
const isHidden = () => waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())

function word(): HTMLElement {
  render(<Word of="vintage">Vintage</Word>)
  return screen.getByRole('button', { name: 'Vintage' })
}

test.each([
  ['hover', (button: HTMLElement) => fireEvent.pointerEnter(button, { pointerType: 'mouse' })],
  ['focus', (button: HTMLElement) => fireEvent.focus(button)],
  ['a press', (button: HTMLElement) => fireEvent.click(button)],
])('%s shows the sentence of a word, which describes the word', async (_, reach) => {
  const button = word()
  reach(button)
  expect((await shown()).id).toBe(button.getAttribute('aria-describedby'))
})

test('Escape and a lost focus hide the sentence', async () => {
  const button = word()
  fireEvent.focus(button)
  await shown()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await isHidden()
  fireEvent.click(button)
  await shown()
  fireEvent.blur(button)
  await isHidden()
})
