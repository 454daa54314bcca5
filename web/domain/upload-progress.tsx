import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import type { ChosenFile } from './chosen-file.ts'
import type { FileQueue } from './file-queue.ts'

/** A screen reader hears as many steps of an upload, and the cuts. */
const steps = 4

/** Files and bytes of the whole upload. */
export function UploadProgress({
  files,
  run,
  onTryNow,
}: {
  files: readonly ChosenFile[]
  run: ReturnType<FileQueue['get']>['run']
  onTryNow: () => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const isCut = files.some(({ state }) => state === 'cut')
  const words = (done: number) => t('documents.progress', { done, count: run?.files ?? 0 })
  const step = run && Math.floor((run.filesDone / run.files) * steps) * (run.files / steps)
  const sending = files.find(({ state }) => state === 'sending')
  const bytes = run && Math.min(run.bytes, run.bytesDone + Math.min(sending?.sent ?? 0, sending?.file.size ?? 0))
  return (
    <>
      <p role="status" className="sr-only">
        {isCut ? t('documents.cut') : step ? words(Math.ceil(step)) : ''}
      </p>
      {run && bytes !== null && (
        <Progress
          label={words(run.filesDone)}
          value={bytes}
          max={run.bytes}
          text={t('ui.ofBytes', { sent: format.bytes(bytes), total: format.bytes(run.bytes) })}
        />
      )}
      {isCut && (
        <div className="flex flex-wrap items-center gap-3">
          <p aria-hidden className="text-warn">
            {t('documents.cut')}
          </p>
          <Button size="small" onClick={onTryNow}>
            {t('documents.tryNow')}
          </Button>
        </div>
      )}
    </>
  )
}
