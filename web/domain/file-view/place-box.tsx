import { useId, useState } from 'react'
import { useFigures } from '#web/lib/use-figures.ts'

/** A small field for a page or row; reports on Enter and when it is left. */
export function PlaceBox({
  label,
  value,
  onChange,
}: {
  label: string
  value: number | undefined
  onChange: (value: number | undefined) => void
}) {
  const id = useId()
  const { count } = useFigures()
  const [text, setText] = useState(String(value ?? ''))
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setText(String(value ?? ''))
  }
  function report() {
    const typed = count.setValueAs(text)
    const next = typeof typed === 'number' && typed > 0 ? typed : undefined
    if (next !== value) onChange(next)
    else setText(String(value ?? ''))
  }
  return (
    <span className="flex items-center gap-2">
      <label htmlFor={id} className="text-sm text-ink-soft">
        {label}
      </label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        className="control tabular w-20"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={report}
        onKeyDown={(event) => event.key === 'Enter' && report()}
      />
    </span>
  )
}
