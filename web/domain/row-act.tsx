import { useTranslation } from '#web/texts/use-translation.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'

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

/** The same for an act that a page of its own is for. */
export function RowLink({
  act,
  row,
  isPrimary = false,
  to,
}: {
  act: string
  row: string
  isPrimary?: boolean
  to: string
}) {
  const { t } = useTranslation()
  return (
    <Link
      to={to}
      className={buttonClass(isPrimary ? 'primary' : 'plain', 'small')}
      aria-label={t('review.actNamed', { act, name: row })}
    >
      {act}
    </Link>
  )
}
