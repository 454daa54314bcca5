import type { ReactNode } from 'react'

/** Shows its parts when none of them is on its way any more, so that none pushes another aside; a grey field until then. */
export function Together({ children }: { children: ReactNode }) {
  return (
    <div className="has-[.coming]:*:hidden has-[.coming]:before:block has-[.coming]:before:h-96 has-[.coming]:before:animate-pulse has-[.coming]:before:rounded-md has-[.coming]:before:bg-raised">
      {children}
    </div>
  )
}
