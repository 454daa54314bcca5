import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { IconButton } from '#web/ui/button.tsx'
import { loadAllTexts } from './i18n.ts'
import { useLazyPart } from './use-lazy-part.ts'

/** The current page may lack the palette's texts. */
const load = async () => (await Promise.all([import('./palette.tsx'), loadAllTexts()]))[0]

/** Ctrl K (⌘ K) also opens the palette. */
export function PaletteButton() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { part, reach } = useLazyPart(load)
  // Set before loading, so that a second press cancels.
  async function open() {
    setOpen(true)
    if (!(await reach())) setOpen(false)
  }
  const toggle = useEffectEvent(() => (isOpen ? setOpen(false) : void open()))
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      toggle()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
  return (
    <>
      <IconButton
        label={t('palette.open')}
        aria-keyshortcuts="Control+K Meta+K"
        icon={<Search aria-hidden size={18} />}
        onClick={() => void open()}
      />
      {isOpen && part && <part.Palette onClose={() => setOpen(false)} />}
    </>
  )
}
