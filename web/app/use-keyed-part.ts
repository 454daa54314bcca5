import { useEffect, useEffectEvent, useState } from 'react'
import { loadAllTexts } from './i18n.ts'
import { useLazyPart } from './use-lazy-part.ts'

/** A dialog, loaded with all texts when a button or a key opens it; the key also closes it. `part` is null while closed. */
export function useKeyedPart<Part>(load: () => Promise<Part>, isKey: (event: KeyboardEvent) => boolean) {
  const [isOpen, setOpen] = useState(false)
  const { part, reach } = useLazyPart(async () => (await Promise.all([load(), loadAllTexts()]))[0])
  const close = () => setOpen(false)
  // Set before loading, so that a second press cancels.
  async function open() {
    setOpen(true)
    if (!(await reach())) close()
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isKey(event)) return
    event.preventDefault()
    if (isOpen) close()
    else void open()
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
  return { part: isOpen ? part : null, open: () => void open(), close }
}
