import { useEffect, useState } from 'react'
import { bannerShape, cropPicture } from '#web/lib/crop-picture.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Slider } from '#web/ui/slider.tsx'

const middle = 50

/** `onCut` receives the chosen part; `onUnreadable` is called if the file is not a picture. */
export function CropDialog({
  file,
  onCut,
  onUnreadable,
  onClose,
}: {
  file: File
  onCut: (cut: File) => void
  onUnreadable: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [at, setAt] = useState(middle)
  const [busy, setBusy] = useState(false)
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  async function cut() {
    setBusy(true)
    await cropPicture(file, at).then(onCut, onUnreadable)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={t('projects.imageCrop')}
      description={t('projects.imageCropHelp')}
    >
      <div className="flex flex-col gap-5">
        <div className="overflow-hidden rounded-md border border-line" style={{ aspectRatio: bannerShape }}>
          {address && (
            <img
              src={address}
              alt={t('projects.imageCropAlt')}
              className="block size-full object-cover"
              style={{ objectPosition: `${at}% ${at}%` }}
              onError={onUnreadable}
            />
          )}
        </div>
        <Slider
          label={t('projects.imageCropAt')}
          name="at"
          min={0}
          max={100}
          value={at}
          onChange={(event) => setAt(Number(event.target.value))}
        />
        <Actions>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button tone="primary" busy={busy} onClick={() => void cut()}>
            {t('projects.imageCropUse')}
          </Button>
        </Actions>
      </div>
    </Dialog>
  )
}
