import { type CSSProperties, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { accentFor } from '#shared/rules/accent.ts'
import { languageOf, languages } from '#shared/rules/languages.ts'
import type { Theme } from '#web/lib/theme.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { isColour, type SettingsValues } from './settings-values.ts'

/** `fallback` is the colour while the typed one is invalid. */
export function LookPreview({ fallback }: { fallback: string }) {
  const { t, i18n } = useTranslation()
  const [language, setLanguage] = useState(languageOf(i18n.resolvedLanguage))
  const { accent = '', name = '', tagline = '', texts } = useWatch<SettingsValues>()
  const translation = language === 'en' ? undefined : texts?.[language]
  return (
    <section aria-label={t('registrySettings.preview')} className="order-last min-w-0 lg:sticky lg:top-24">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <h2 className="text-lg font-semibold">{t('registrySettings.preview')}</h2>
        <Select
          label={t('layout.language')}
          value={language}
          choices={languages.map((value) => ({ value, label: t(`languages.${value}`) }))}
          onChange={(event) => setLanguage(languageOf(event.target.value))}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
        {(['dark', 'light'] as const).map((theme) => (
          <Look
            key={theme}
            theme={theme}
            accent={isColour(accent) ? accent : fallback}
            name={translation?.name || name}
            tagline={translation?.tagline || tagline}
          />
        ))}
      </div>
    </section>
  )
}

function Look({ theme, accent, name, tagline }: { theme: Theme; accent: string; name: string; tagline: string }) {
  const { t } = useTranslation()
  const fit = accentFor(accent, theme)
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--accent': fit.accent,
    '--accent-fill': fit.accent,
    '--on-accent': fit.onAccent,
  }
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-sm text-ink-faint">{t(`profile.${theme}`)}</figcaption>
      <div
        data-theme={theme}
        style={style}
        className="overflow-hidden rounded-md border border-line bg-ground text-ink"
      >
        <div className="flex items-center gap-2.5 border-b border-line px-4 py-2.5 font-semibold">
          <Mark />
          <span className="truncate">{name}</span>
          <span className="link ml-auto text-sm">{t('layout.projects')}</span>
        </div>
        <div className="flex flex-col items-start gap-3 p-4">
          <p className="text-title font-semibold tracking-tight break-words">{name}</p>
          <p className="break-words text-ink-soft">{tagline}</p>
          <div className="flex flex-wrap gap-2">
            <span className={buttonClass('primary')}>{t('layout.signIn')}</span>
            <span className={buttonClass()}>{t('hero.explore')}</span>
          </div>
        </div>
      </div>
    </figure>
  )
}
