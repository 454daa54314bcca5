import { useFormContext, useWatch } from 'react-hook-form'
import type { Translation } from '#shared/rules/languages.ts'
import { limits } from '#shared/rules/limits.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { Group } from './group.tsx'
import { OwnText } from './own-text.tsx'
import type { SettingsValues } from './settings-values.ts'

/** For languages without their own names. */
export function OwnWords({ held }: { held: ReadonlySet<string> }) {
  const { t } = useTranslation()
  return (
    <Group title={t('registrySettings.words')} hint={t('registrySettings.wordsHint')}>
      <OwnText fact="name" held={held} max={limits.name} />
      <OwnText fact="tagline" held={held} max={limits.organisation} optional />
      <div className="grid gap-5 sm:grid-cols-2">
        <OwnText fact="assetName" held={held} max={limits.name} />
        <OwnText fact="assetNamePlural" held={held} max={limits.name} />
      </div>
      <OwnText fact="about" held={held} max={limits.message} lines={3} optional />
      <OwnText fact="contactAddress" held={held} max={limits.location} lines={2} optional />
    </Group>
  )
}

/** Empty fields show the default. */
export function WordsIn({ language }: { language: Translation }) {
  const { t } = useTranslation()
  const { register } = useFormContext<SettingsValues>()
  const own = useWatch<SettingsValues>()
  const word = (
    name: 'name' | 'tagline' | 'about' | 'assetName' | 'assetNamePlural' | 'contactAddress',
    max: number,
  ) => ({
    label: t(`registrySettings.${name}`),
    optional: true,
    lang: language,
    maxLength: max,
    placeholder: own[name],
    ...register(`texts.${language}.${name}`),
  })
  return (
    <Group
      title={t('registrySettings.wordsIn', { language: t(`languages.${language}`) })}
      hint={t('registrySettings.wordsInHint')}
    >
      <TextField {...word('name', limits.name)} />
      <TextField {...word('tagline', limits.organisation)} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...word('assetName', limits.name)} />
        <TextField {...word('assetNamePlural', limits.name)} />
      </div>
      <TextArea rows={3} {...word('about', limits.message)} />
      <TextArea rows={2} {...word('contactAddress', limits.location)} />
    </Group>
  )
}
