import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'

/** The configuration failed to load. */
export function Unreachable() {
  const { t } = useTranslation()
  return (
    <main className="m-auto flex max-w-md flex-col items-start gap-4 p-6">
      <h1 className="text-title font-semibold">{t('errors.unreachable')}</h1>
      <p className="text-ink-soft">{t('errors.unreachableHelp')}</p>
      <Button tone="primary" onClick={() => window.location.reload()}>
        {t('errors.reload')}
      </Button>
    </main>
  )
}
