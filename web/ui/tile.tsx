import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { FigureParts, type FigureProps } from './figure.tsx'

/** A framed figure. */
export function Tile(figure: FigureProps) {
  return (
    <div
      className={cx(
        '@container relative min-w-0 rounded-md border border-line bg-surface p-4 sm:p-5',
        figure.to && 'transition-colors hover:border-edge',
      )}
    >
      <FigureParts of={figure} size="mt-1 sm:@[9rem]:text-figure" />
    </div>
  )
}

/** `isNarrow`: two in a row, for a side column. */
export function Tiles({ isNarrow = false, children }: { isNarrow?: boolean; children: ReactNode }) {
  return (
    <dl
      className={
        isNarrow
          ? 'grid grid-cols-2 gap-3'
          : 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-3 max-[30rem]:[&>:last-child:nth-child(odd)]:col-span-full sm:grid-cols-[repeat(auto-fit,minmax(11.5rem,1fr))] sm:gap-4'
      }
    >
      {children}
    </dl>
  )
}
