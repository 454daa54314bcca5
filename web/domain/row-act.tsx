import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'

/** What can be done with a row of a list; its name for screen readers says with which row. */
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
