import { useState } from 'react'
import { z } from 'zod'
import {
  type Beneficiary,
  joinBeneficiaries,
  listBeneficiaries,
  partBeneficiary,
} from '#shared/contract/beneficiaries.ts'
import { text } from '#shared/contract/fields.ts'
import { limits } from '#shared/rules/limits.ts'
import { DecisionDialog } from '#web/domain/decision-dialog.tsx'
import { useChoices } from '#web/domain/use-choices.ts'
import { choicesOf, fieldsOf } from '#web/lib/form-fields.ts'
import { useFormat } from '#web/lib/format.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Card, Section } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'

const shown = 20
const refresh = [listBeneficiaries, reading.readSums]

/** Lets the registry's admins merge and separate spellings of a beneficiary. */
export function BeneficiarySpellings() {
  const { t } = useTranslation()
  const [q, setQ] = useState('')
  const read = useRead(listBeneficiaries, { query: { q: q.trim() || undefined, limit: shown }, keep: true })
  const [joined, setJoined] = useState<string | null>(null)
  const [parted, setParted] = useState<string | null>(null)
  const part = useAct(partBeneficiary, { refresh })
  return (
    <Section title={t('charts.spellings.title')}>
      <p className="mb-4 max-w-prose text-ink-soft">{t('charts.spellings.lead')}</p>
      <SearchField label={t('charts.spellings.search')} value={q} onChange={setQ} />
      <div className="mt-4">
        <Loaded
          from={read}
          rows={4}
          isEmpty={({ items }) => items.length === 0}
          empty={<Empty text={t('charts.spellings.none')} />}
        >
          {({ items }) => (
            <ul className="grid gap-4 lg:grid-cols-2">
              {items.map((beneficiary) => (
                <li key={beneficiary.name} className="min-w-0">
                  <OneName beneficiary={beneficiary} onJoin={setJoined} onPart={setParted} />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </div>
      {joined !== null && <Join name={joined} onClose={() => setJoined(null)} />}
      {parted !== null && (
        <DecisionDialog
          title={t('charts.spellings.part')}
          question={t('charts.spellings.partQuestion')}
          about={parted}
          requiresReason
          danger={false}
          failure={part.failure}
          done={t('charts.spellings.parted')}
          onDecide={(reason = '') => part.act({ body: { name: parted, reason } })}
          onClose={() => setParted(null)}
        />
      )}
    </Section>
  )
}

function OneName({
  beneficiary: { name, units, spellings },
  onJoin,
  onPart,
}: {
  beneficiary: Beneficiary
  onJoin: (name: string) => void
  onPart: (name: string) => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-medium">{name}</span>
          <span className="block text-sm text-ink-soft">
            {t('charts.spellings.claimed', { count: units, units: format.quantity(units) })}
          </span>
        </p>
        <Button size="small" aria-label={t('charts.spellings.joinNamed', { name })} onClick={() => onJoin(name)}>
          {t('charts.spellings.join')}
        </Button>
      </div>
      {spellings.length > 1 && (
        <ul className="mt-3 grid gap-2 text-sm">
          {spellings.map((spelling) => (
            <li key={spelling.name} className="flex min-w-0 flex-wrap items-center justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">
                {spelling.name} · <span className="tabular">{format.quantity(spelling.units)}</span>
              </span>
              <Button
                size="small"
                aria-label={t('charts.spellings.partNamed', { name: spelling.name })}
                onClick={() => onPart(spelling.name)}
              >
                {t('charts.spellings.part')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const joinForm = z.strictObject({ into: z.string().min(1), reason: text(limits.message, 1) })

function Join({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation()
  const join = useAct(joinBeneficiaries, { refresh })
  const form = useSchemaForm(joinForm, { into: '', reason: '' })
  const { value, props } = choicesOf(form)('into')
  const others = useChoices(listBeneficiaries, {
    value,
    choiceOf: (other) => (other.name === name ? null : { value: other.name, label: other.name }),
  })
  return (
    <FormDialog
      title={t('charts.spellings.join')}
      description={
        <>
          <p className="font-medium text-ink">{name}</p>
          <p>{t('charts.spellings.joinQuestion')}</p>
        </>
      }
      form={form}
      refused={join.refused}
      done={t('charts.spellings.joined')}
      onSubmit={({ into, reason }) => join.act({ body: { name, into, reason } })}
      onClose={onClose}
    >
      <Combobox label={t('charts.spellings.into')} from={others} {...props} />
      <TextArea label={t('projects.reason')} upTo={limits.message} {...fieldsOf(form)('reason')} />
    </FormDialog>
  )
}
