import { createContext, type ReactNode, use, useEffect } from 'react'
import { pageTitle } from '#shared/rules/page-title.ts'
import { cx } from './cx.ts'

/** The localised name, appended to every window title. */
export const SiteName = createContext('')

/** `title` is also the window title; `lead` is an optional sentence. */
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
          <h1 tabIndex={-1} className="text-title font-semibold">
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

/** For when the focused element was removed. */
export function focusPageTitle(): void {
  document.querySelector<HTMLElement>('main h1')?.focus()
}

/** Sets the window title to `title` and the registry's name, or to the name alone. */
export function usePageTitle(title?: string): void {
  const name = use(SiteName)
  useEffect(() => {
    document.title = pageTitle(title, name)
  }, [title, name])
}

export function Section({ title, actions, children }: { title: ReactNode; actions?: ReactNode; children: ReactNode }) {
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

export function Card({ children }: { children: ReactNode }) {
  return <div className="rounded-md border border-line bg-surface p-4 sm:p-6">{children}</div>
}

export function Toolbar({ children }: { children: ReactNode }) {
  return <div className="mb-4 flex flex-wrap items-end gap-3">{children}</div>
}
