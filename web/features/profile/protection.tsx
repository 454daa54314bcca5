import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { readCaps } from '#shared/contract/caps.ts'
import { changeProtection, type Protection as Rules } from '#shared/contract/pending.ts'
import { EditNotices } from '#web/domain/edit-notices.tsx'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useFormat } from '#web/lib/format.ts'
import { reading } from '#web/lib/reading-calls.ts'
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

/** For what movements of the account wait: its own rule, and the registry's. */
export function Protection({ accountId }: { accountId: string }) {
  const { t } = useTranslation()
  const { may } = useSignedIn()
  const [isOpen, setOpen] = useState(false)
  const protection = useRead(reading.readProtection)
  return (
    <Section
      title={t('pending.protection.title')}
      actions={
        protection.data &&
        may('account.edit') && (
          <Button icon={<ShieldCheck aria-hidden size={16} />} onClick={() => setOpen(true)}>
            {t('pending.protection.change')}
          </Button>
        )
      }
    >
      <p className="-mt-2 mb-4 text-sm text-ink-faint">{t('pending.protection.help')}</p>
      <Card>
        <Loaded from={protection} rows={3}>
          {(rules) => <InWords rules={rules} />}
        </Loaded>
      </Card>
      {isOpen && protection.data && (
        <ChangeProtection accountId={accountId} own={protection.data.own} onClose={() => setOpen(false)} />
      )}
    </Section>
  )
}

function InWords({ rules: { own, registry } }: { rules: Rules }) {
  const { t } = useTranslation()
  const format = useFormat()
  const second = (from: number | null) =>
    from === null
      ? t('pending.protection.never')
      : t('pending.protection.secondFrom', { quantity: format.quantity(from) })
  const incoming = (accepts: boolean) => t(accepts ? 'pending.protection.waitForYou' : 'pending.protection.atOnce')
  const minutes = (count: number) =>
    count === 0 ? t('pending.protection.none') : t('pending.protection.minutes', { count })
  const both = (ofOwn: string, ofRegistry: string) => (
    <>
      <Whose whose={t('pending.protection.own')} says={ofOwn} />
      <Whose whose={t('pending.protection.registry')} says={ofRegistry} />
    </>
  )
  return (
    <Facts>
      <Fact label={t('pending.protection.second')}>
        {both(second(own.approvalFrom), second(registry.approvalFrom))}
      </Fact>
      <Fact label={t('pending.protection.incoming')}>
        {both(incoming(own.acceptsTransfers), incoming(registry.acceptsTransfers))}
      </Fact>
      <Fact label={t('pending.protection.undo')} wide>
        <Whose whose={t('pending.protection.undoClaims')} says={minutes(registry.undoClaimsMinutes)} />
        <Whose whose={t('pending.protection.undoTransfers')} says={minutes(registry.undoTransfersMinutes)} />
      </Fact>
    </Facts>
  )
}

function Whose({ whose, says }: { whose: string; says: string }) {
  const { t } = useTranslation()
  return <span className="block">{t('ui.named', { name: whose, said: says })}</span>
}

const changes = changeProtection.body.omit({ was: true })

export function ChangeProtection({
  accountId,
  own,
  onClose,
}: {
  accountId: string
  own: Rules['own']
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { estimate } = useFigures()
  const edit = useEditForm(changeProtection, {
    subject: `protection:${accountId}`,
    facts: own,
    schema: changes,
    refresh: [reading.readProtection, readCaps],
  })
  const field = fieldsOf(edit.form)
  return (
    <FormDialog
      title={t('pending.protection.change')}
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
        label={t('pending.protection.approvalFrom')}
        hint={t('pending.protection.approvalFromHint')}
        optional
        {...field('approvalFrom', estimate)}
      />
      <Checkbox
        label={t('pending.protection.acceptsTransfers')}
        hint={t('pending.protection.acceptsTransfersHint')}
        {...field('acceptsTransfers')}
      />
    </FormDialog>
  )
}
