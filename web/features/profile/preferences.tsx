import { useState } from 'react'
import { changePreferences, readPreferences } from '#shared/contract/preferences.ts'
import { languageOf, languages } from '#shared/rules/languages.ts'
import { site } from '#web/lib/site-config.ts'
import { setTheme, useTheme } from '#web/lib/theme.ts'
import { setUndoSeconds, undoSeconds, undoTimes } from '#web/lib/undo-time.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Checkbox, Select } from '#web/ui/field.tsx'

/** Language and theme are stored in the browser. */
export function Preferences() {
  const { t, i18n } = useTranslation()
  const theme = useTheme()
  const { may } = useSignedIn()
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {site().languageSelection && (
        <Select
          label={t('layout.language')}
          value={languageOf(i18n.resolvedLanguage)}
          choices={languages.map((language) => ({ value: language, label: t(`languages.${language}`) }))}
          onChange={(event) => void i18n.changeLanguage(languageOf(event.target.value))}
        />
      )}
      <Select
        label={t('layout.theme')}
        value={theme}
        choices={[
          { value: 'dark', label: t('profile.dark') },
          { value: 'light', label: t('profile.light') },
        ]}
        onChange={(event) => setTheme(event.target.value === 'light' ? 'light' : 'dark')}
      />
      {may('project.decide') && <UndoTime />}
      <NoticeMailChoice />
    </div>
  )
}

function UndoTime() {
  const { t } = useTranslation()
  const [seconds, setSeconds] = useState(undoSeconds)
  return (
    <Select
      label={t('queue.undoTime')}
      hint={t('queue.undoTimeHint')}
      value={String(seconds)}
      choices={undoTimes.map((time) => ({ value: String(time), label: t('queue.seconds', { count: time }) }))}
      onChange={(event) => {
        setUndoSeconds(event.target.value)
        setSeconds(undoSeconds())
      }}
    />
  )
}

/** Omitted if the registry cannot send e-mails. */
function NoticeMailChoice() {
  const { t } = useTranslation()
  const chosen = useRead(readPreferences).data?.tellByMail ?? null
  const [wanted, setWanted] = useState<boolean | null>(null)
  const { act, busy, failure } = useAct(changePreferences, { refresh: [readPreferences] })
  if (chosen === null) return null
  async function choose(tellByMail: boolean) {
    if (busy) return
    setWanted(tellByMail)
    await act({ body: { tellByMail } })
    setWanted(null)
  }
  return (
    <div className="sm:col-span-2">
      <Checkbox
        label={t('profile.tellByMail')}
        hint={t('profile.tellByMailHint')}
        error={failure ?? undefined}
        checked={wanted ?? chosen}
        onChange={(event) => void choose(event.target.checked)}
      />
    </div>
  )
}
