import { accentFor } from '#shared/rules/accent.ts'
import { site } from './site-config.ts'
import { siteStorage } from './site-storage.ts'
import { storeOf } from './store.ts'

export type Theme = 'dark' | 'light'

/** Dark by default; `/first-paint.js` reads the reader's choice before the first paint. */
const current = storeOf<Theme>(document.documentElement.dataset.theme === 'light' ? 'light' : 'dark')

export function paintAccent(): void {
  const { accent: chosen } = site()
  if (!/^#[0-9a-f]{6}$/i.test(chosen)) return
  const { accent, onAccent } = accentFor(chosen, current.get())
  const { style } = document.documentElement
  style.setProperty('--accent', accent)
  style.setProperty('--accent-fill', accent)
  style.setProperty('--on-accent', onAccent)
}

export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  siteStorage.setItem('theme', theme)
  current.set(theme)
  paintAccent()
}

export const useTheme = current.use
