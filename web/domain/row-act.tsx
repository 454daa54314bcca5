import { useTranslation } from '#web/texts/use-translation.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/ui/link.tsx'

/** A row's button; its accessible name includes `row`. */
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

/** The same as a link, also of the whole row. */
export function RowActLink({
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
      className={cx('row-link', buttonClass(isPrimary ? 'primary' : 'plain', 'small'))}
      aria-label={t('review.actNamed', { act, name: row })}
    >
      {act}
    </Link>
  )
}
