import { useSyncExternalStore } from 'react'

/** Tailwind's `lg`. */
const wide = '(min-width: 64rem)'

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
