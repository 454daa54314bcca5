import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { type Project, uploadImage } from '#shared/contract/projects.ts'
import { projectReads } from '#web/domain/reads.ts'
import { useUpload } from '#web/domain/use-upload.tsx'
import { CallError } from '#web/lib/call.ts'
import { useFormat } from '#web/lib/format.ts'
import { site } from '#web/lib/site-config.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { CropDialog } from './crop-dialog.tsx'

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

export function PictureUpload({ project }: { project: Project }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { imageBytes } = site().limits
  const input = useRef<HTMLInputElement>(null)
  const { upload, progress, busy, failure, error } = useUpload(uploadImage, t('projects.imageSending'), projectReads)
  const [refused, setRefused] = useState<string | null>(null)
  const [chosen, setChosen] = useState<File | null>(null)

  function choose(file: File | undefined) {
    if (input.current) input.current.value = ''
    if (!file) return
    setRefused(pictureTypes.includes(file.type) ? null : t('projects.imageInvalid'))
    if (pictureTypes.includes(file.type)) setChosen(file)
  }

  async function replace(file: File) {
    setChosen(null)
    if (file.size > imageBytes) {
      return setRefused(t('projects.fileTooLarge', { limit: format.bytes(imageBytes) }))
    }
    if (await upload({ projectKey: project.projectKey, image: file }))
      toast({ tone: 'good', text: t('projects.imageDone') })
  }

  const what = t(error instanceof CallError ? 'projects.imageFailed' : 'projects.imageError')
  const message = refused ?? (failure && `${what} ${failure}`)
  return (
    <div className="absolute inset-x-3 bottom-3 flex flex-col items-end gap-2">
      {message && (
        <p role="alert" className="rounded-md border border-bad bg-bad-soft px-3 py-2 text-sm text-bad">
          {message}
        </p>
      )}
      {progress && <div className="w-64 max-w-full rounded-md border border-line bg-surface p-3">{progress}</div>}
      <input
        ref={input}
        type="file"
        name="image"
        hidden
        accept={pictureTypes.join(',')}
        onChange={(event) => choose(event.target.files?.[0])}
      />
      <Button
        size="small"
        busy={busy}
        icon={<ImagePlus aria-hidden size={16} />}
        title={t('projects.imageHint', { limit: format.bytes(imageBytes) })}
        onClick={() => input.current?.click()}
      >
        {t('projects.imageEdit')}
      </Button>
      {chosen && (
        <CropDialog
          file={chosen}
          onCut={(cut) => void replace(cut)}
          onUnreadable={() => {
            setChosen(null)
            setRefused(t('projects.imageInvalid'))
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  )
}
