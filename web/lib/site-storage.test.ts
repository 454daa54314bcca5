import { expect, test } from 'vitest'
import { outlastsPage, siteStorage, storedNames, tabStorage } from './site-storage.ts'

// Node has no storage, like a browser that blocks site data.
test('where site data are blocked a page keeps what it stores to itself, and says that it will be gone', () => {
  expect(outlastsPage).toBe(false)
  for (const storage of [siteStorage, tabStorage]) {
    // Other tests in this process may have left entries.
    storage.clear()
    storage.setItem('theme', 'dark')
    storage.setItem('draft', 'words')
    storage.removeItem('draft')
    expect([storage.getItem('theme'), storage.getItem('draft'), storedNames(storage)]).toEqual([
      'dark',
      null,
      ['theme'],
    ])
    storage.clear()
    expect(storedNames(storage)).toEqual([])
  }
})
