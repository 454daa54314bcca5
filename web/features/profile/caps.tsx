import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { changeCaps, keepProtection, type Caps as Rules, readCaps } from '#shared/contract/caps.ts'
import { readProtection } from '#shared/contract/pending.ts'
import type { ProtectionName, ProtectionValue } from '#shared/rules/protection.ts'
import { EditNotices } from '#web/domain/edit-notices.tsx'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useEditForm } from '#web/lib/use-edit-form.ts'
import { useFigures } from '#web/lib/use-figures.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Checkbox, QuantityField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Card, Section } from '#web/ui/page.tsx'
import { Loaded } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Recipients } from './recipients.tsx'

/** What may leave the account in a day and to whom, and what of its protection becomes weaker. */
export function Caps({ accountId }: { accountId: string }) {
  const { t } = useTranslation()
  const { may } = useSignedIn()
  const [isOpen, setOpen] = useState(false)
  const caps = useRead(readCaps)
  return (
    <>
      <Section
        title={t('caps.title')}
        actions={
          caps.data &&
          may('account.edit') && (
            <Button icon={<ShieldCheck aria-hidden size={16} />} onClick={() => setOpen(true)}>
              {t('caps.change')}
            </Button>
          )
        }
      >
        <p className="-mt-2 mb-4 text-sm text-ink-faint">
          {t('caps.help')} {t('caps.delay')}
        </p>
        <Card>
          <Loaded from={caps} rows={3}>
            {(rules) => <InWords rules={rules} />}
          </Loaded>
        </Card>
        {isOpen && caps.data && <ChangeCaps accountId={accountId} own={caps.data.own} onClose={() => setOpen(false)} />}
      </Section>
      <Recipients />
    </>
  )
}

function InWords({ rules: { own, usedToday, coming } }: { rules: Rules }) {
  const { t } = useTranslation()
  const format = useFormat()
  const cap = (most: number | null) =>
    most === null ? t('caps.none') : t('caps.atMost', { quantity: format.quantity(most) })
  return (
    <>
      {coming.map((each) => (
        <Coming key={each.name} coming={each} />
      ))}
      <Facts>
        <Fact label={t('caps.name.dailyCap')}>
          {cap(own.dailyCap)}
          {own.dailyCap !== null && (
            <span className="block text-sm text-ink-faint">
              {t('caps.usedToday', { quantity: format.quantity(usedToday) })}
            </span>
          )}
        </Fact>
        <Fact label={t('caps.name.newRecipientCap')}>{cap(own.newRecipientCap)}</Fact>
        <Fact label={t('caps.name.onlyListed')}>{t(own.onlyListed ? 'caps.listedOnly' : 'caps.anybody')}</Fact>
      </Facts>
    </>
  )
}

/** A weaker value that is to come, with the present one, which an admin may keep. */
function Coming({ coming: { name, value, present, startsAt, askedBy } }: { coming: Rules['coming'][number] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { may } = useSignedIn()
  const keep = useAct(keepProtection, { refresh: [readCaps, readProtection] })
  const words = useValueInWords(name)
  async function keepIt() {
    if (await keep.act({ body: { name } })) toast({ tone: 'good', text: t('caps.kept') })
  }
  return (
    <div className="mb-4">
      <Notice
        tone="warn"
        title={t('caps.coming', {
          name: t(`caps.name.${name}`),
          value: words(value),
          present: words(present),
          time: format.time(startsAt),
        })}
      >
        <p className="mb-2">{t('caps.askedBy', { by: askedBy })}</p>
        {may('account.edit') && (
          <Button size="small" busy={keep.busy} onClick={() => void keepIt()}>
            {t('caps.keep')}
          </Button>
        )}
        <Failure text={keep.failure} />
      </Notice>
    </div>
  )
}

function useValueInWords(name: ProtectionName): (value: ProtectionValue) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return (value) => {
    if (value === null) return t(name === 'approvalFrom' ? 'caps.never' : 'caps.none')
    if (typeof value === 'number') return format.quantity(value)
    if (name === 'onlyListed') return t(value ? 'caps.listedOnly' : 'caps.anybody')
    return t(value ? 'caps.on' : 'caps.off')
  }
}

const changes = changeCaps.body.omit({ was: true })

export function ChangeCaps({ accountId, own, onClose }: { accountId: string; own: Rules['own']; onClose: () => void }) {
  const { t } = useTranslation()
  const { estimate } = useFigures()
  const edit = useEditForm(changeCaps, {
    subject: `caps:${accountId}`,
    facts: own,
    schema: changes,
    refresh: [readCaps],
  })
  const field = fieldsOf(edit.form)
  return (
    <FormDialog
      title={t('caps.change')}
      description={t('caps.delay')}
      form={edit.form}
      draft={edit}
      refused={edit.refused}
      submit={t('ui.save')}
      done={t('caps.changed')}
      onSubmit={(body) => edit.save({ body })}
      onClose={onClose}
    >
      <EditNotices edit={edit} of="account" />
      <QuantityField
        label={t('caps.dailyCap')}
        hint={t('caps.dailyCapHint')}
        optional
        {...field('dailyCap', estimate)}
      />
      <QuantityField
        label={t('caps.newRecipientCap')}
        hint={t('caps.newRecipientCapHint')}
        optional
        {...field('newRecipientCap', estimate)}
      />
      <Checkbox label={t('caps.onlyListed')} hint={t('caps.onlyListedHint')} {...field('onlyListed')} />
    </FormDialog>
  )
}
