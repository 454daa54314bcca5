import { useTranslation } from '#web/texts/use-translation.ts'
import { toast } from '#web/ui/toast.tsx'
import { usePart } from '#web/ui/use-part.ts'

/**
 * Code behind a header button. `reach` resolves to whether it is loaded. A failure shows a toast; the next press
 * retries.
 */
export function useLazyPart<Part>(load: () => Promise<Part>) {
  const { t } = useTranslation()
  const { part, hasFailed, fetch, retry } = usePart(load)
  async function reach(): Promise<boolean> {
    const isThere = part !== null || (await (hasFailed ? retry() : fetch()))
    if (!isThere) toast({ tone: 'bad', text: t('frame.readFailed') })
    return isThere
  }
  return { part, fetch, reach }
}
