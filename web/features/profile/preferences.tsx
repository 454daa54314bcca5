import { useTranslation } from 'react-i18next'
import { languageOf, languages } from '#web/lib/languages.ts'
import { setTheme, useTheme } from '#web/lib/theme.ts'
import { Select } from '#web/ui/field.tsx'

/** Language and theme, kept in this browser. */
export function Preferences() {
  const { t, i18n } = useTranslation()
  const theme = useTheme()
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Select
        label={t('layout.language')}
        value={languageOf(i18n.resolvedLanguage)}
        choices={languages.map((language) => ({ value: language, label: t(`languages.${language}`) }))}
        onChange={(event) => void i18n.changeLanguage(languageOf(event.target.value))}
      />
      <Select
        label={t('layout.theme')}
        value={theme}
        choices={[
          { value: 'dark', label: t('profile.dark') },
          { value: 'light', label: t('profile.light') },
        ]}
        onChange={(event) => setTheme(event.target.value === 'light' ? 'light' : 'dark')}
      />
    </div>
  )
}
