import { FileUp, FolderUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { Field, type FieldProps } from './field.tsx'
import { type FoundFile, filesChosen, filesDropped } from './found-files.ts'

const mayChooseFolders = typeof HTMLInputElement !== 'undefined' && 'webkitdirectory' in HTMLInputElement.prototype

/**
 * Takes files and folders, chosen or dropped. Of dropped folders at most `most` files. The caller lists the files and
 * passes their number, which is read out.
 */
export function FilesField({
  label,
  hint,
  error,
  optional,
  name,
  accept,
  most,
  chosen,
  onChoose,
}: FieldProps & {
  name: string
  accept: string
  most: number
  chosen: number
  onChoose: (files: readonly FoundFile[]) => void
}) {
  const { t } = useTranslation()
  const [over, setOver] = useState(false)
  // Unattached: a second input in the form would need a second label.
  const folders = useRef<HTMLInputElement>(null)

  function chooseFolder() {
    const input = document.createElement('input')
    folders.current = input
    input.type = 'file'
    input.webkitdirectory = true
    input.addEventListener('change', () => onChoose(filesChosen(input.files ?? [])))
    input.click()
  }

  return (
    <Field {...{ label, hint, error, optional }}>
      {(control) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the file input inside does the same by keyboard
        <div
          className="flex flex-wrap gap-3"
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            void filesDropped(event.dataTransfer, most).then(onChoose)
          }}
        >
          <div
            className={cx(
              'control relative flex w-auto min-w-0 grow items-center gap-2 border-dashed focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent',
              over && 'bg-raised',
            )}
          >
            <FileUp aria-hidden size={18} className="shrink-0 text-ink-faint" />
            <span id={`${control.id}-words`} className="min-w-0 text-ink-faint">
              {t('ui.chooseFiles')}
            </span>
            <input
              {...control}
              aria-labelledby={`${control.id}-label ${control.id}-words`}
              type="file"
              name={name}
              accept={accept}
              multiple
              className="absolute inset-0 cursor-pointer opacity-0"
              onChange={({ target }) => {
                onChoose(filesChosen(target.files ?? []))
                // Lets the user choose a removed file again.
                target.value = ''
              }}
            />
          </div>
          {mayChooseFolders && (
            <Button icon={<FolderUp aria-hidden size={18} />} onClick={chooseFolder}>
              {t('files.chooseFolder')}
            </Button>
          )}
          <span role="status" className="sr-only">
            {chosen > 0 && t('files.chosen', { count: chosen })}
          </span>
        </div>
      )}
    </Field>
  )
}
