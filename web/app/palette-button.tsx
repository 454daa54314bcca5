import { Search } from 'lucide-react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useKeyedPart } from './use-keyed-part.ts'

/** Ctrl K (⌘ K) also opens the palette. */
export function PaletteButton() {
  const { t } = useTranslation()
  const { part, open, close } = useKeyedPart(
    () => import('./palette.tsx'),
    ({ key, ctrlKey, metaKey }) => key.toLowerCase() === 'k' && (ctrlKey || metaKey),
  )
  return (
    <>
      <IconButton
        label={t('palette.open')}
        aria-keyshortcuts="Control+K Meta+K"
        icon={<Search aria-hidden size={18} />}
        onClick={open}
      />
      {part && <part.Palette onClose={close} />}
    </>
  )
}
