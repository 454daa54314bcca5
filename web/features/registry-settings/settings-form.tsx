import { useEffect, useState } from 'react'
import { changeSettings, type Settings } from '#shared/contract/settings.ts'
import { translations } from '#shared/rules/languages.ts'
import { loadSiteConfig } from '#web/lib/site-config.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Notice } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'
import { FlagFields, LimitFields, LookFields } from './look-fields.tsx'
import { LookPreview } from './look-preview.tsx'
import { ProjectTypeFields } from './project-type-fields.tsx'
import { keepDraft, readDraft, settingsForm, valuesOf } from './settings-values.ts'
import { OwnWords, WordsIn } from './word-fields.tsx'

/**
 * The settings, beside a preview of the site. `latest` is what was read last, and `reread` reads it again. If somebody
 * else has changed the settings in the meantime, the form says so and keeps what was typed until the reader decides.
 */
export function SettingsForm({ latest, reread }: { latest: Settings; reread: () => void }) {
  const { t } = useTranslation()
  const [base, setBase] = useState(() => readDraft()?.base ?? latest)
  const { act, failure, clear } = useAct(changeSettings)
  const form = useSchemaForm(settingsForm, valuesOf(base), { accent: t('registrySettings.accentInvalid') })
  const { isDirty } = form.formState
  const isStale = latest.version > base.version
  const held = new Set(base.setByDeployment)

  useEffect(() => {
    const draft = readDraft()
    if (draft) form.reset(draft.values, { keepDefaultValues: true })
  }, [form])
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true, isDirty: true },
        callback: ({ values, isDirty }) => keepDraft(isDirty ? { base, values } : null),
      }),
    [form, base],
  )

  function startFrom(settings: Settings) {
    setBase(settings)
    form.reset(valuesOf(settings))
    keepDraft(null)
    clear()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what matters is that there is something newer and nothing to lose
  useEffect(() => {
    if (isStale && !isDirty && !readDraft()) startFrom(latest)
  }, [isStale, isDirty])

  return (
    <Form
      form={form}
      failure={failure && isStale ? t('registrySettings.changedMeanwhile') : failure}
      onSubmit={async (body) => {
        const saved = await act({ body: { ...body, version: base.version } })
        if (saved) startFrom(saved)
        reread()
        if (!saved) return
        const isShown = await loadSiteConfig().catch(() => null)
        toast({ tone: 'good', text: t(isShown ? 'registrySettings.saved' : 'registrySettings.savedReload') })
      }}
    >
      {isStale && isDirty && (
        <Notice tone="warn" title={failure ? undefined : t('registrySettings.changedMeanwhile')}>
          <p className="mb-3">{t('registrySettings.changedHelp')}</p>
          <Button onClick={() => startFrom(latest)}>{t('registrySettings.showTheirs')}</Button>
        </Notice>
      )}
      <div className="grid items-start gap-8 lg:grid-cols-[3fr_2fr]">
        <LookPreview fallback={base.accent} />
        <div className="flex min-w-0 flex-col gap-8">
          <LookFields held={held} />
          <OwnWords held={held} />
          {translations.map((language) => (
            <WordsIn key={language} language={language} />
          ))}
          <FlagFields held={held} />
          <LimitFields />
          <ProjectTypeFields />
        </div>
      </div>
      <div data-sticks-below className="sticky bottom-0 z-10 -mx-1 border-t border-line bg-ground px-1 py-3">
        <Actions>
          {isDirty && (
            <>
              <p className="mr-auto text-sm text-ink-soft max-sm:sr-only">{t('registrySettings.unsaved')}</p>
              <Button onClick={() => startFrom(isStale ? latest : base)}>{t('registrySettings.discard')}</Button>
            </>
          )}
          <SubmitButton>{t('ui.save')}</SubmitButton>
        </Actions>
      </div>
    </Form>
  )
}
