import { expect, test } from 'vitest'
import { formatIn } from '#web/lib/format.ts'
import { withDays } from './with-days.ts'

test('the days in a name are written as the language writes them, and what is no day stays', () => {
  const name = 'Reef of Diani (2025-01-01 – 2025-12-31), lot 2025-13-45'
  expect(withDays(name, formatIn('fr').date)).toBe(
    'Reef of Diani (1er\u00a0janv.\u00a02025 – 31\u00a0déc.\u00a02025), lot 2025-13-45',
  )
})
