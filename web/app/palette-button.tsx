import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { IconButton } from '#web/ui/button.tsx'
import { loadAllTexts } from './i18n.ts'
import { useReached } from './use-reached.ts'

/** What it says is loaded with it, also where no screen has loaded it. */
const load = async () => (await Promise.all([import('./palette.tsx'), loadAllTexts()]))[0]

/** Opens the command palette; so does Ctrl K (⌘ K). */
export function PaletteButton() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { part, reach } = useReached(load)
  // Wanted from the press on, so that a second one takes it back while it is still on its way.
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
