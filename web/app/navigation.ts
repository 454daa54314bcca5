import type { ParseKeys } from 'i18next'
import { paths } from '#shared/rules/paths.ts'

export interface NavigationLink {
  to: string
  text: ParseKeys
}

export const visitorLinks: readonly NavigationLink[] = [
  { to: paths.home, text: 'layout.home' },
  { to: paths.projects, text: 'layout.projects' },
  { to: paths.claims, text: 'layout.claims' },
  { to: paths.contact, text: 'layout.contact' },
]
