import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'

/** The decisions that can be made about one row; each is named after its row for those who hear it. */
export function DecisionButtons<Act extends string>({
  name,
  acts,
  wordOf,
  onAsk,
}: {
  name: string
  acts: readonly Act[]
  wordOf: (act: Act) => string
  onAsk: (act: Act) => void
}) {
  const { t } = useTranslation()
  return (
    <span className="flex flex-wrap gap-2 max-lg:justify-end">
      {acts.map((act) => (
        <Button
          key={act}
          size="small"
          tone={act === 'approve' || act === 'resume' ? 'primary' : 'plain'}
          aria-label={t('review.actNamed', { act: wordOf(act), name })}
          onClick={() => onAsk(act)}
        >
          {wordOf(act)}
        </Button>
      ))}
    </span>
  )
}
