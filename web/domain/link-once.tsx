import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** For a link to pass on, which appears only once, so only the button closes the dialog. */
export function LinkOnce({
  url,
  title,
  help,
  onClose,
}: {
  url: string
  title: string
  help: string
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <Dialog open stays onClose={onClose} title={title} description={help}>
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
