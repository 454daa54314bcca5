import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Tabs } from './tabs.tsx'

test('the chosen tab is scrolled into view, also when the window is resized', () => {
  const tabs = ['first', 'second'].map((id) => ({ id, label: id, content: id }))
  const scrollTo = vi.fn()
  Element.prototype.scrollTo = scrollTo
  render(<Tabs label="Sections" tabs={tabs} value="second" onChange={() => {}} />)
  expect(scrollTo).toHaveBeenCalled()
  // Phone width, with the tab out of view.
  Object.defineProperty(screen.getByRole('tab', { name: 'second' }), 'offsetLeft', { value: 500 })
  Object.defineProperty(screen.getByRole('tab', { name: 'second' }), 'offsetWidth', { value: 100 })
  Object.defineProperty(screen.getByRole('tablist'), 'clientWidth', { value: 360 })
  window.dispatchEvent(new Event('resize'))
  expect(scrollTo).toHaveBeenLastCalledWith({ left: 370 })
})

test('an edge where tabs are cut is marked, until the reader has scrolled there', () => {
  const tabs = ['first', 'second'].map((id) => ({ id, label: id, content: id }))
  render(<Tabs label="Sections" tabs={tabs} value="first" onChange={() => {}} />)
  const list = screen.getByRole('tablist')
  const cut = () => ['left', 'right'].filter((edge) => list.hasAttribute(`data-cut-${edge}`))
  expect(cut()).toEqual([])
  Object.defineProperties(list, { clientWidth: { value: 360 }, scrollWidth: { value: 600 } })
  fireEvent.scroll(list)
  expect(cut()).toEqual(['right'])
  list.scrollLeft = 120
  fireEvent.scroll(list)
  expect(cut()).toEqual(['left', 'right'])
  list.scrollLeft = 240
  fireEvent.scroll(list)
  expect(cut()).toEqual(['left'])
})
