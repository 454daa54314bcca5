import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Button } from '#web/ui/button.tsx'
import { surviveTranslation } from './translated-pages.ts'

/** Replaces text nodes, as browser translation does. */
function translate(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Node[] = []
  while (walker.nextNode()) texts.push(walker.currentNode)
  for (const text of texts) {
    const translated = document.createElement('font')
    translated.textContent = `[${text.textContent}]`
    text.parentNode?.replaceChild(translated, text)
  }
}

test('a button of a translated page becomes busy, says so, and is itself again', () => {
  const { container, rerender } = render(<Button>Save</Button>)
  translate(container)
  expect(screen.getByRole('button').textContent).toBe('[Save]')
  rerender(<Button busy>Saving</Button>)
  expect(screen.getByRole('button', { name: 'Saving' }).getAttribute('aria-disabled')).toBe('true')
  rerender(<Button>Save</Button>)
  expect(screen.getByRole('button').textContent).toBe('Save')
})

function Line({ note, linked }: { note?: string; linked?: boolean }) {
  return (
    <p>
      {note && <em>{note}</em>}
      {linked ? <a href="/claims">the claim</a> : 'the claim'}
    </p>
  )
}

test('what comes and goes beside a translated text does not lose the screen', () => {
  surviveTranslation()
  const { container, rerender } = render(<Line />)
  translate(container)
  rerender(<Line note="Retired:" />)
  expect(screen.getByText('Retired:')).toBeDefined()
  rerender(<Line linked />)
  expect(screen.getByRole('link', { name: 'the claim' })).toBeDefined()
  rerender(<Line />)
  expect(container.querySelector('a')).toBeNull()
})
