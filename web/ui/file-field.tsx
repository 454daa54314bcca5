import { FileUp, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { Field, type FieldProps } from './field.tsx'

/** `onChange` receives null when the file is removed. */
export function FileField({
  label,
  hint,
  error,
  optional,
  name,
  accept,
  file,
  onChange,
}: FieldProps & { name: string; accept: string; file: File | null; onChange: (file: File | null) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  return (
    <Field {...{ label, hint, error, optional }}>
      {(control) => (
        <div className="flex items-center gap-1">
          {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the file input inside does the same by keyboard */}
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
              onChange(event.dataTransfer.files[0] ?? null)
            }}
          >
            <FileUp aria-hidden size={18} className="shrink-0 text-ink-faint" />
            <span id={`${control.id}-words`} className={cx('min-w-0', file ? 'truncate' : 'text-ink-faint')}>
              {file?.name ?? t('ui.chooseFile')}
            </span>
            <input
              {...control}
              aria-labelledby={`${control.id}-label ${control.id}-words`}
              ref={input}
              type="file"
              name={name}
              accept={accept}
              className="absolute inset-0 cursor-pointer opacity-0"
              onChange={(event) => onChange(event.target.files?.[0] ?? null)}
            />
          </div>
          {file && (
            <IconButton
              label={t('ui.removeFile')}
              icon={<X aria-hidden size={18} />}
              onClick={() => {
                if (input.current) input.current.value = ''
                onChange(null)
              }}
            />
          )}
        </div>
      )}
    </Field>
  )
}
