import { accentFor } from '#shared/rules/accent.ts'
import { site } from './site-config.ts'
import { siteStorage } from './site-storage.ts'
import { storeOf } from './store.ts'

export type Theme = 'dark' | 'light'

/** Dark unless the reader chose otherwise (`/first-paint.js` reads the choice before the first paint). */
const current = storeOf<Theme>(document.documentElement.dataset.theme === 'light' ? 'light' : 'dark')

/** Sets the tenant's colour, as it suits the theme in use. */
export function paintAccent(): void {
  const { accent: chosen } = site()
  if (!/^#[0-9a-f]{6}$/i.test(chosen)) return
  const { accent, onAccent } = accentFor(chosen, current.get())
  const { style } = document.documentElement
  style.setProperty('--accent', accent)
  style.setProperty('--accent-fill', accent)
  style.setProperty('--on-accent', onAccent)
}

/** Changes the theme and keeps the choice in the browser. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  siteStorage.setItem('theme', theme)
  current.set(theme)
  paintAccent()
}

export const useTheme = current.use
