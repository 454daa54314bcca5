import { createContext, type ReactNode, use, useEffect } from 'react'
import { pageTitle } from '#shared/rules/page-title.ts'
import { cx } from './cx.ts'

/** The name of the registry in the language in use, put after every page's own name in the window's title. */
export const SiteName = createContext('')

/** Frame of a screen: its title (also the window's), an optional sentence, the acts at its right, its content. */
export function Page({
  title,
  lead,
  actions,
  narrow = false,
  children,
}: {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  narrow?: boolean
  children: ReactNode
}) {
  usePageTitle(title)
  return (
    <div className={`mx-auto w-full px-4 py-8 sm:px-6 sm:py-10 ${narrow ? 'max-w-3xl' : 'max-w-7xl'}`}>
      <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-2xl font-semibold sm:text-3xl">
            {title}
          </h1>
          {lead && (
            <div className={cx('mt-2 text-pretty text-ink-soft', typeof lead === 'string' && 'max-w-prose')}>
              {lead}
            </div>
          )}
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** Moves focus to the page's title, for when the element that had it is gone. */
export function focusPageTitle(): void {
  document.querySelector<HTMLElement>('main h1')?.focus()
}

/** Sets the window's title: the screen's and the registry's name, or the registry's alone without `title`. */
export function usePageTitle(title?: string): void {
  const name = use(SiteName)
  useEffect(() => {
    document.title = pageTitle(title, name)
  }, [title, name])
}

/** A part of a page under its own heading. */
export function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="mt-10 first:mt-0">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  )
}

/** A bordered area. */
export function Card({ children }: { children: ReactNode }) {
  return <div className="rounded-md border border-line bg-surface p-4 sm:p-6">{children}</div>
}

/** The row above a list: search, choices and acts. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <div className="mb-4 flex flex-wrap items-end gap-3">{children}</div>
}
