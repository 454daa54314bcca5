import { createAuditorLink, listAuditorLinks } from '#shared/contract/auditor-links.ts'
import { readDisclosure } from '#shared/contract/disclosure.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import { limits } from '#shared/rules/limits.ts'
import { DraftNotice } from '#web/domain/edit-notices.tsx'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useFormat } from '#web/lib/format.ts'
import { dayFromToday } from '#web/lib/today.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { DateField, Select, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Loaded } from '#web/ui/states.tsx'

type Year = ReplyOf<typeof readDisclosure>['years'][number]

const draftOf = { subject: 'auditorLink', fields: ['label', 'firstYear', 'lastYear', 'endsOn'] as const }
const usualDays = 30

/** `onMade` receives the link, which is shown once, and must close the dialog. */
export function MakeAuditorLink({
  onClose,
  onMade,
}: {
  onClose: () => void
  onMade: (made: ReplyOf<typeof createAuditorLink>) => void
}) {
  const { t } = useTranslation()
  const disclosure = useRead(readDisclosure)
  const thisYear = dayFromToday(0).slice(0, 4)
  const draft = useDraftForm(draftOf, createAuditorLink.body, {
    label: '',
    firstYear: thisYear,
    lastYear: thisYear,
    endsOn: dayFromToday(usualDays),
  })
  const { form, once } = draft
  const { act, refused } = useAct(createAuditorLink, { refresh: [listAuditorLinks], draft: once })
  const field = fieldsOf(form)
  const [firstYear, lastYear] = form.watch(['firstYear', 'lastYear'])
  const retired = disclosure.data?.years ?? []
  const years = choicesOf(retired)
  return (
    <FormDialog
      title={t('auditor.make')}
      description={t('auditor.makeLead')}
      form={form}
      draft={draft}
      refused={refused}
      onSubmit={async (body) => {
        const made = await act({ body })
        if (made) {
          draft.forget()
          onMade(made)
        }
        // `onMade` closes the dialog.
        return null
      }}
      onClose={onClose}
    >
      <DraftNotice draft={draft} />
      <TextField
        label={t('auditor.label')}
        hint={t('auditor.labelHint')}
        maxLength={limits.organisation}
        autoComplete="off"
        {...field('label')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Select label={t('auditor.firstYear')} choices={years} {...field('firstYear')} />
        <Select label={t('auditor.lastYear')} choices={years} {...field('lastYear')} />
      </div>
      <DateField
        label={t('auditor.endsOn')}
        hint={t('auditor.endsOnHint', { days: limits.auditorDays })}
        {...field('endsOn')}
      />
      <Loaded from={disclosure} rows={2}>
        {() => <Preview of={retired.filter(({ year }) => firstYear <= year && year <= lastYear)} />}
      </Loaded>
    </FormDialog>
  )
}

/** This year, the last one and those with retirements, the newest first. */
function choicesOf(retired: readonly Year[]) {
  const years = [dayFromToday(0), dayFromToday(-366), ...retired.map(({ year }) => year)].map((day) => day.slice(0, 4))
  return [...new Set(years)]
    .sort()
    .reverse()
    .map((year) => ({ value: year, label: year }))
}

/** What the auditor will see. */
function Preview({ of }: { of: readonly Year[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const units = of.reduce((sum, each) => sum + each.units, 0)
  const claims = of.reduce((sum, each) => sum + each.claims, 0)
  return (
    <section className="rounded-md border border-line bg-raised p-4 text-sm" aria-label={t('auditor.preview')}>
      <h3 className="font-medium">{t('auditor.preview')}</h3>
      <ul className="mt-2 list-disc pl-5 text-ink-soft">
        <li>
          <span role="status">
            {t('yearly.units', {
              count: units,
              quantity: format.quantity(units),
              claims: t('yearly.claims', { count: claims, quantity: format.quantity(claims) }),
            })}
          </span>
        </li>
        <li>{t('auditor.previewWords')}</li>
        <li>{t('auditor.previewFiles')}</li>
        <li>{t('auditor.previewNot')}</li>
      </ul>
    </section>
  )
}
