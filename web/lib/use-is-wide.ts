import { useSyncExternalStore } from 'react'

/** The width from which tables stand in columns: Tailwind's `lg`. */
const wide = '(min-width: 64rem)'

/** Whether the window has room for a table of many columns. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(wide)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => window.matchMedia(wide).matches,
  )
}
