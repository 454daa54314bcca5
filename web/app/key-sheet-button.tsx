import { useTranslation } from '#web/texts/use-translation.ts'
import { useKeyedPart } from './use-keyed-part.ts'

/** "?" also opens the sheet, except while typing and in dialogs. */
export function KeySheetButton({ className }: { className: string }) {
  const { t } = useTranslation()
  const { part, open, close } = useKeyedPart(
    () => import('./key-sheet.tsx'),
    ({ key, target, ctrlKey, metaKey, altKey }) =>
      key === '?' &&
      !ctrlKey &&
      !metaKey &&
      !altKey &&
      !(target instanceof HTMLElement && target.closest('input, textarea, select, dialog')),
  )
  return (
    <>
      <button type="button" aria-keyshortcuts="?" className={className} onClick={open}>
        {t('layout.shortcuts')}
      </button>
      {part && <part.KeySheet onClose={close} />}
    </>
  )
}
