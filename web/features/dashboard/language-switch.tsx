import { languageOf, languages } from '#shared/rules/languages.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { buttonClass } from '#web/ui/button.tsx'

export function LanguageSwitch() {
  const { t, i18n } = useTranslation()
  const current = languageOf(i18n.resolvedLanguage)
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{t('layout.language')}</legend>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === current}
          className={buttonClass(language === current ? 'plain' : 'quiet', 'small')}
          onClick={() => void i18n.changeLanguage(language)}
        >
          {t(`languages.${language}`)}
        </button>
      ))}
    </fieldset>
  )
}
