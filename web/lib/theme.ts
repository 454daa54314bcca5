import { useSyncExternalStore } from 'react'
import { accentFor } from '#shared/rules/accent.ts'
import { site } from './site-config.ts'

export type Theme = 'dark' | 'light'

const listeners = new Set<() => void>()

/** Dark unless the reader chose otherwise (`/theme.js` reads the choice before the first paint). */
function current(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark'
}

/** Puts the tenant's colour into the theme in use. */
export function paintAccent(): void {
  const { accent: chosen } = site()
  if (!/^#[0-9a-f]{6}$/i.test(chosen)) return
  const { accent, onAccent } = accentFor(chosen, current())
  const { style } = document.documentElement
  style.setProperty('--accent', accent)
  style.setProperty('--accent-fill', accent)
  style.setProperty('--on-accent', onAccent)
}

/** Changes the theme and keeps the choice in the browser. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  localStorage.setItem('theme', theme)
  paintAccent()
  for (const tell of listeners) tell()
}

/** The theme in use. */
export function useTheme(): Theme {
  return useSyncExternalStore((tell) => {
    listeners.add(tell)
    return () => listeners.delete(tell)
  }, current)
}
