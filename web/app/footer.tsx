import { site } from '#web/lib/site-config.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

export function Footer() {
  const { t } = useTranslation()
  const { registryOwner, environment } = site()
  return (
    <footer className="mt-16 border-t border-line">
      <div className="mx-auto flex max-w-7xl flex-wrap justify-between gap-x-6 gap-y-2 px-4 py-6 text-sm text-ink-faint sm:px-6">
        <p className="tabular">{t('layout.footer', { year: new Date().getFullYear(), owner: registryOwner })}</p>
        {environment !== 'production' && <p>{t('layout.environment', { name: environment })}</p>}
      </div>
    </footer>
  )
}
