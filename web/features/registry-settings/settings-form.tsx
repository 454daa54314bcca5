import type { ReactNode } from 'react'
import { changeSettings, readSettings, type Settings, settingsChange } from '#shared/contract/settings.ts'
import { translations } from '#shared/rules/languages.ts'
import { settingsAt } from '#shared/rules/setting-facts.ts'
import { EditNotices } from '#web/domain/edit-notices.tsx'
import { type FormPart, FormSteps } from '#web/domain/form-steps.tsx'
import { CallError } from '#web/lib/call.ts'
import { refusalIn } from '#web/lib/refusal.ts'
import { loadSiteConfig, site } from '#web/lib/site-config.ts'
import { useEditForm } from '#web/lib/use-edit-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { SavingBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'
import { FlagFields, LimitFields, LookFields } from './look-fields.tsx'
import { LookPreview } from './look-preview.tsx'
import { MovementFields } from './movement-fields.tsx'
import { ProjectTypeFields } from './project-type-fields.tsx'
import { factsOf, settingsForm, valuesOf, wireOf } from './settings-values.ts'
import { OwnWords, WordsIn } from './word-fields.tsx'

export function SettingsForm({ latest }: { latest: Settings }) {
  const { t } = useTranslation()
  const edit = useEditForm(changeSettings, {
    subject: `tenant:${site().tenantId}`,
    facts: valuesOf(latest),
    schema: settingsForm,
    wireOf,
    factsOf,
    pick: (body, paths) => settingsChange.parse(settingsAt(body, paths)),
    special: { accent: t('registrySettings.accentInvalid') },
    refresh: [readSettings],
  })
  const held = new Set(latest.setByDeployment)
  const part = (
    name: 'look' | 'words' | 'flags' | 'movements' | 'limits' | 'projectTypes',
    content: ReactNode,
  ): FormPart => ({
    title: t(`registrySettings.${name}`),
    isTitled: true,
    content,
  })
  const save = async (body: object) => {
    const saved = await edit.save({ body })
    if (!saved) return
    edit.startFrom(valuesOf(saved))
    const isShown = await loadSiteConfig().catch(() => null)
    toast({ tone: 'good', text: t(isShown ? 'registrySettings.saved' : 'registrySettings.savedReload') })
  }
  return (
    <Form form={edit.form} refused={edit.refused} onSubmit={save}>
      <EditNotices edit={edit} of="tenant" />
      <div className="grid items-start gap-8 lg:grid-cols-[3fr_2fr]">
        <LookPreview fallback={latest.accent} />
        <div className="flex min-w-0 flex-col gap-8">
          <FormSteps
            of="settings"
            parts={[
              part('look', <LookFields held={held} />),
              part('words', <OwnWords held={held} />),
              ...translations.map((language) => ({
                title: t('registrySettings.wordsIn', { language: t(`languages.${language}`) }),
                isTitled: true,
                content: <WordsIn language={language} />,
              })),
              part('flags', <FlagFields held={held} states={latest.signInStates} />),
              part('movements', <MovementFields />),
              part('limits', <LimitFields />),
              part('projectTypes', <ProjectTypeFields />),
            ]}
          />
        </div>
      </div>
      <SavingBar changes={edit.changes} onDiscard={edit.discard}>
        {isBelowInUse(edit.error) && (
          <Button onClick={edit.form.handleSubmit((body) => save({ ...body, isBelowMeant: true }))}>
            {t('registrySettings.saveBelow')}
          </Button>
        )}
      </SavingBar>
    </Form>
  )
}

/** Whether the server refused a limit below current use, which the admin may intend. */
function isBelowInUse(error: Error | null): boolean {
  return error instanceof CallError && refusalIn(error.body)?.reason.startsWith('settings.below') === true
}
