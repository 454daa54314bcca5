import type { ReactNode } from 'react'

export function Actions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center justify-end gap-3 pt-1">{children}</div>
}
