import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'

/** A button for an act on a row of a list; its accessible name contains the name of the row. */
export function RowAct({
  act,
  row,
  isPrimary = false,
  onAct,
}: {
  act: string
  row: string
  isPrimary?: boolean
  onAct: () => void
}) {
  const { t } = useTranslation()
  return (
    <Button
      size="small"
      tone={isPrimary ? 'primary' : 'plain'}
      aria-label={t('review.actNamed', { act, name: row })}
      onClick={onAct}
    >
      {act}
    </Button>
  )
}
