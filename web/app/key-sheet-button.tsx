import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { loadAllTexts } from './i18n.ts'
import { useLazyPart } from './use-lazy-part.ts'

const load = async () => (await Promise.all([import('./key-sheet.tsx'), loadAllTexts()]))[0]

/** "?" also opens the sheet, except while typing and in dialogs. */
export function KeySheetButton({ className }: { className: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { part, reach } = useLazyPart(load)
  async function open() {
    setOpen(await reach())
  }
  const pressed = useEffectEvent(({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    const isTyped = target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null
    if (key === '?' && !isTyped && !ctrlKey && !metaKey && !altKey) void open()
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => pressed(event)
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button type="button" aria-keyshortcuts="?" className={className} onClick={() => void open()}>
        {t('layout.shortcuts')}
      </button>
      {isOpen && part && <part.KeySheet onClose={() => setOpen(false)} />}
    </>
  )
}
