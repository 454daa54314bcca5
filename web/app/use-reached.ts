import { useTranslation } from '#web/texts/use-translation.ts'
import { toast } from '#web/ui/toast.tsx'
import { usePart } from '#web/ui/use-part.ts'

/**
 * A part that a button of the bar opens. `reach` says whether it is there, and fetches it where it is not; what cannot be fetched is
 * said in a message, and the next press tries again, for an earlier release with the page anew.
 */
export function useReached<Part>(load: () => Promise<Part>) {
  const { t } = useTranslation()
  const { part, hasFailed, fetch, retry } = usePart(load)
  async function reach(): Promise<boolean> {
    const isThere = part !== null || (await (hasFailed ? retry() : fetch()))
    if (!isThere) toast({ tone: 'bad', text: t('ui.readFailed') })
    return isThere
  }
  return { part, fetch, reach }
}
