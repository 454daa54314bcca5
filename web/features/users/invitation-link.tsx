import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** For an invitation without e-mail. The link appears only once, so only the button closes the dialog. */
export function InvitationLink({ url, name, onClose }: { url: string; name: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog open stays onClose={onClose} title={t('users.linkTitle')} description={t('users.linkHelp', { name })}>
      <div className="rounded-md border border-line bg-raised p-3">
        <CopyText text={url} />
      </div>
      <div className="mt-4">
        <Actions>
          <Button tone="primary" onClick={onClose}>
            {t('frame.close')}
          </Button>
        </Actions>
      </div>
    </Dialog>
  )
}
