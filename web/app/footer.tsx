import { accessibilityPath, serviceStatusPath } from '#shared/rules/paths.ts'
import { site } from '#web/lib/site-config.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Link } from '#web/ui/link.tsx'
import { KeySheetButton } from './key-sheet-button.tsx'

const link = 'hover:text-ink hover:underline max-sm:min-h-11 max-sm:content-center'

export function Footer() {
  const { t } = useTranslation()
  const { registryOwner, environment } = site()
  return (
    <footer className="mt-16 border-t border-line">
      <div className="mx-auto flex max-w-7xl flex-wrap justify-between gap-x-6 gap-y-2 px-4 py-6 text-sm text-ink-faint sm:px-6">
        <p className="tabular">{t('layout.footer', { year: new Date().getFullYear(), owner: registryOwner })}</p>
        <div className="flex flex-wrap gap-x-6 sm:gap-y-2 print:hidden">
          <Link to={accessibilityPath} className={link}>
            {t('layout.accessibility')}
          </Link>
          <Link to={serviceStatusPath} className={link}>
            {t('layout.serviceStatus')}
          </Link>
          <KeySheetButton className={link} />
        </div>
        {environment !== 'production' && <p>{t('layout.environment', { name: environment })}</p>}
      </div>
    </footer>
  )
}
