import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { changeCaps, keepProtection, type Caps as Rules, readCaps } from '#shared/contract/caps.ts'
import { readProtection } from '#shared/contract/pending.ts'
import { lowerCap, type ProtectionValue } from '#shared/rules/protection.ts'
import { ComingRule } from '#web/domain/coming-rule.tsx'
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
import { Button } from '#web/ui/button.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
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

function InWords({ rules: { own, registry, usedToday, coming } }: { rules: Rules }) {
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
          {cap(lowerCap(own.dailyCap, registry.dailyCap))}
          {registry.dailyCap !== null && (
            <span className="block text-sm text-ink-faint">
              {t('caps.ofRegistry', { quantity: format.quantity(registry.dailyCap) })}
            </span>
          )}
          {lowerCap(own.dailyCap, registry.dailyCap) !== null && (
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

function Coming({ coming }: { coming: Rules['coming'][number] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { may } = useSignedIn()
  const { act, busy, failure } = useAct(keepProtection, { refresh: [readCaps, readProtection] })
  const { name } = coming
  function words(value: ProtectionValue): string {
    if (value === null) return t(name === 'approvalFrom' ? 'caps.never' : 'caps.none')
    if (typeof value === 'number') return format.quantity(value)
    if (name === 'onlyListed') return t(value ? 'caps.listedOnly' : 'caps.anybody')
    return t(value ? 'caps.on' : 'caps.off')
  }
  async function keep() {
    if (await act({ body: { name } })) toast({ tone: 'good', text: t('caps.kept') })
  }
  return (
    <ComingRule
      coming={coming}
      label={t(`caps.name.${name}`)}
      words={words}
      keep={may('account.edit') ? { act: keep, busy, failure } : null}
    />
  )
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
