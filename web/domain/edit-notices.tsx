import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { isAuditedField, labelOf } from '#shared/rules/audited.ts'
import { useFormat } from '#web/lib/format.ts'
import type { Conflict, EditForm } from '#web/lib/use-edit-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useFactText } from './use-fact-text.ts'

type Edit = Pick<EditForm<object, object, unknown>, 'conflicts' | 'mineOf' | 'settle'>

/**
 * A form's notices: a restored draft, and facts that somebody else has changed, with both values to choose from. Must
 * be inside the form.
 */
export function EditNotices({ edit, of }: { edit: Edit & Parameters<typeof DraftNotice>[0]['draft']; of: string }) {
  return (
    <>
      <DraftNotice draft={edit} />
      {edit.conflicts.length > 0 && <Conflicts edit={edit} of={of} />}
    </>
  )
}

/** `text`: for forms that keep a part. */
export function DraftNotice({ draft, text }: { draft: { isRestored: boolean; discard: () => void }; text?: string }) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  // A live region that arrives with its text may stay unheard.
  useEffect(() => setShown(true), [])
  if (!draft.isRestored) return null
  return (
    <Notice tone="warn">
      <p role="status" className="mb-3">
        {isShown && (text ?? t('edits.kept'))}
      </p>
      <Button onClick={draft.discard}>{t('edits.discard')}</Button>
    </Notice>
  )
}

function Conflicts({ edit, of }: { edit: Edit; of: string }) {
  const { t } = useTranslation()
  // Re-renders with the typed value.
  useWatch()
  return (
    <section aria-label={t('edits.conflicts')} className="flex flex-col gap-4 rounded-md border border-line p-4">
      <p>{t('edits.conflictsHelp')}</p>
      {edit.conflicts.map((conflict) => (
        <OneConflict
          key={conflict.field}
          conflict={conflict}
          mine={edit.mineOf(conflict.field)}
          of={of}
          onSettle={(whose) => edit.settle(conflict.field, whose)}
        />
      ))}
    </section>
  )
}

/** Different names in the audit log. */
const logged: Readonly<Record<string, string>> = { accountIds: 'providers', username: 'assignee' }

function OneConflict({
  conflict,
  mine,
  of,
  onSettle,
}: {
  conflict: Conflict
  mine: unknown
  of: string
  onSettle: (whose: 'mine' | 'theirs') => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const field = logged[conflict.field] ?? conflict.field
  const label = useFactLabel()(field)
  const textOf = useFactText({ subject: `${of}:`, names: conflict.names })
  const { by, at } = conflict
  return (
    <section aria-label={label}>
      <p className="font-medium">{label}</p>
      <div className="mt-2 grid gap-4 sm:grid-cols-2">
        <div className="min-w-0">
          <p className="text-sm text-ink-faint">{t('edits.mine')}</p>
          <p className="mt-0.5 mb-2 break-words whitespace-pre-line">{textOf(field, mine)}</p>
          <Button
            size="small"
            aria-label={t('ui.named', { name: t('edits.keepMine'), said: label })}
            onClick={() => onSettle('mine')}
          >
            {t('edits.keepMine')}
          </Button>
        </div>
        <div className="min-w-0">
          <p className="text-sm text-ink-faint">
            {[t('edits.theirs'), by, at && format.time(at)].filter(Boolean).join(' · ')}
          </p>
          <p className="mt-0.5 mb-2 break-words whitespace-pre-line">{textOf(field, conflict.now)}</p>
          <Button
            size="small"
            aria-label={t('ui.named', { name: t('edits.takeTheirs'), said: label })}
            onClick={() => onSettle('theirs')}
          >
            {t('edits.takeTheirs')}
          </Button>
        </div>
      </div>
    </section>
  )
}

function useFactLabel(): (field: string) => string {
  const { t } = useTranslation()
  return (field) => {
    if (isAuditedField(field)) return t(labelOf(field))
    if (field === 'firstName' || field === 'lastName' || field === 'role') return t(`users.${field}`)
    return field
  }
}
