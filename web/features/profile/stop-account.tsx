import { OctagonX } from 'lucide-react'
import { useState } from 'react'
import { type Account, readAccount } from '#shared/contract/accounts.ts'
import { stopAccount } from '#shared/contract/stops.ts'
import { limits } from '#shared/rules/limits.ts'
import { StopBanner } from '#web/domain/stop-banner.tsx'
import { fieldsOf, orAbsent } from '#web/lib/form-fields.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

/** The brake of the account, or that it is on. */
export function StopAccount({ account }: { account: Account }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="mt-6 -mb-6">
      {account.stop ? (
        <StopBanner {...account} stop={account.stop} />
      ) : (
        <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button tone="danger" icon={<OctagonX aria-hidden size={16} />} onClick={() => setAsking(true)}>
            {t('stop.act')}
          </Button>
          <p className="text-sm text-ink-faint">{t('stop.help')}</p>
        </div>
      )}
      {isAsking && <Ask onClose={() => setAsking(false)} />}
    </div>
  )
}

function Ask({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const form = useSchemaForm(stopAccount.body, { reason: undefined })
  const { act, refused } = useAct(stopAccount, { refresh: [readAccount] })
  return (
    <FormDialog
      title={t('stop.act')}
      description={
        <>
          <p>{t('stop.question')}</p>
          <p className="mt-2">{t('stop.questionWho')}</p>
        </>
      }
      form={form}
      refused={refused}
      tone="danger"
      done={t('stop.done')}
      onSubmit={(body) => act({ body })}
      onClose={onClose}
    >
      <TextArea label={t('projects.reason')} upTo={limits.message} optional {...fieldsOf(form)('reason', orAbsent)} />
    </FormDialog>
  )
}
