import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { cx } from './cx.ts'
import { Field, type FieldProps } from './field.tsx'

/** The caller lists the chosen files. */
export function FilesField({
  label,
  hint,
  error,
  optional,
  name,
  accept,
  onChoose,
}: FieldProps & { name: string; accept: string; onChoose: (files: readonly File[]) => void }) {
  const { t } = useTranslation()
  const [over, setOver] = useState(false)
  return (
    <Field {...{ label, hint, error, optional }}>
      {(control) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the file input inside does the same by keyboard
        <div
          className={cx(
            'control relative flex min-w-0 items-center gap-2 border-dashed focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent',
            over && 'bg-raised',
          )}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            onChoose([...event.dataTransfer.files])
          }}
        >
          <FileUp aria-hidden size={18} className="shrink-0 text-ink-faint" />
          <span className="min-w-0 text-ink-faint">{t('ui.chooseFiles')}</span>
          <input
            {...control}
            type="file"
            name={name}
            accept={accept}
            multiple
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={({ target }) => {
              onChoose([...(target.files ?? [])])
              // Lets the user choose a removed file again.
              target.value = ''
            }}
          />
        </div>
      )}
    </Field>
  )
}
