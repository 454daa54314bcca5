import type { ReactNode } from 'react'

export function Group({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 rounded-md border border-line bg-surface p-4 sm:p-6">
      <legend className="float-left mb-4 w-full text-lg font-semibold">
        {title}
        {hint && <span className="mt-1 block text-sm font-normal text-ink-faint">{hint}</span>}
      </legend>
      <div className="clear-both flex flex-col gap-5">{children}</div>
    </fieldset>
  )
}
