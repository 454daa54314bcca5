import { useSyncExternalStore } from 'react'

/** Tailwind's `lg`. */
export function useIsWide(): boolean {
  return useMedia('(min-width: 64rem)')
}

/** Below Tailwind's `sm`. */
export function useIsPhone(): boolean {
  return useMedia('(width < 40rem)')
}

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
  )
}
