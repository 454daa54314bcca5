import { Plus } from 'lucide-react'
import { useState } from 'react'
import { listAccounts } from '#shared/contract/accounts.ts'
import { addRecipient, listRecipients, type Recipient, removeRecipient } from '#shared/contract/caps.ts'
import { listRecipientRequests } from '#shared/contract/recipient-requests.ts'
import { DraftNotice } from '#web/domain/edit-notices.tsx'
import { type ListColumn, ListTable } from '#web/domain/list-table.tsx'
import { RowAct } from '#web/domain/row-act.tsx'
import { useChoices } from '#web/domain/use-choices.ts'
import { choicesOf } from '#web/lib/form-fields.ts'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useList } from '#web/lib/use-list.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Section } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RecipientRequests } from './recipient-requests.tsx'

/** The recipients to whom the account transfers. */
export function Recipients() {
  const { t } = useTranslation()
  const format = useFormat()
  const { may } = useSignedIn()
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Recipient | null>(null)
  const list = useList(listRecipients, { given: { limit: 10 } })
  const columns: ListColumn<Recipient>[] = [
    {
      label: t('caps.recipient'),
      isWrapped: true,
      cell: ({ name, newUntil }) => (
        <>
          <span className="block wrap-break-word">{name}</span>
          {newUntil && (
            <span className="text-sm font-normal text-ink-faint">{t('caps.new', { time: format.time(newUntil) })}</span>
          )}
        </>
      ),
    },
    {
      label: t('caps.listedAt'),
      isShort: true,
      cell: ({ addedAt, addedBy }) => <span title={addedBy}>{format.date(addedAt)}</span>,
    },
    {
      label: t('projects.column.action'),
      isAct: true,
      cell: (recipient) =>
        may('account.edit') && (
          <RowAct act={t('caps.remove')} row={recipient.name} onAct={() => setRemoved(recipient)} />
        ),
    },
  ]
  return (
    <Section
      title={t('caps.list')}
      actions={
        may('account.edit') && (
          <Button icon={<Plus aria-hidden size={16} />} onClick={() => setAdding(true)}>
            {t('caps.add')}
          </Button>
        )
      }
    >
      <p className="-mt-2 mb-4 text-sm text-ink-faint">
        {t('caps.listHelp')} {t('caps.listSecond')}
      </p>
      <RecipientRequests />
      <ListTable
        list={list}
        label={t('caps.list')}
        columns={columns}
        keyOf={({ accountId }) => accountId}
        rows={2}
        empty={t('caps.nobody')}
      />
      {isAdding && <AddRecipient onClose={() => setAdding(false)} />}
      {removed && <RemoveRecipient recipient={removed} onClose={() => setRemoved(null)} />}
    </Section>
  )
}

const draftOf = { subject: 'recipient', fields: ['accountId'] as const }

function AddRecipient({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const draft = useDraftForm(draftOf, addRecipient.body, { accountId: '' })
  const { form, once } = draft
  const { act, refused } = useAct(addRecipient, { refresh: [listRecipients, listRecipientRequests], draft: once })
  const chosen = choicesOf(form)('accountId')
  const accounts = useChoices(listAccounts, {
    value: chosen.value,
    query: { status: 'active' },
    choiceOf: ({ accountId, name, type, country, isOwn }) =>
      isOwn
        ? null
        : {
            value: accountId,
            label: name,
            detail: [t(`accounts.kind.${type}`), country && format.country(country), accountId]
              .filter(Boolean)
              .join(' · '),
          },
  })
  async function add(body: { accountId: string }) {
    const added = await act({ body })
    if (added) toast({ tone: 'good', text: t('requestId' in added ? 'caps.asked' : 'caps.added') })
    return added
  }
  return (
    <FormDialog
      title={t('caps.add')}
      description={t('caps.listHelp')}
      form={form}
      draft={draft}
      refused={refused}
      onSubmit={add}
      onClose={onClose}
    >
      <DraftNotice draft={draft} />
      <Combobox label={t('caps.recipient')} from={accounts} {...chosen.props} />
    </FormDialog>
  )
}

function RemoveRecipient({ recipient: { accountId, name }, onClose }: { recipient: Recipient; onClose: () => void }) {
  const { t } = useTranslation()
  const { act, failure } = useAct(removeRecipient, { refresh: [listRecipients] })
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={t('caps.removeTitle')}
      question={t('caps.removeQuestion', { name })}
      confirm={t('caps.remove')}
      failure={failure}
      onConfirm={async () => {
        const done = await act({ params: { accountId } })
        if (done) toast({ tone: 'good', text: t('caps.removed') })
        return done
      }}
    />
  )
}
