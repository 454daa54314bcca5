import { useFormat } from '#web/lib/format.ts'
import { useWords } from '#web/lib/words.ts'
import { VisuallyHidden } from '#web/ui/hidden.tsx'

/** A quantity at the end of a line; screen readers hear of what. */
export function Units({ count }: { count: number }) {
  const format = useFormat()
  const { assetName, assetNamePlural } = useWords()
  return (
    <>
      {format.quantity(count)} <VisuallyHidden>{count === 1 ? assetName : assetNamePlural}</VisuallyHidden>
    </>
  )
}
