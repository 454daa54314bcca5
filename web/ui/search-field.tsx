import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Choice } from './field.tsx'

/** Calls `onChange` 300 ms after the last key, or at once on Enter. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const [text, setText] = useState(value)
  const reported = useRef(value)
  useEffect(() => {
    if (value !== reported.current) {
      reported.current = value
      setText(value)
    }
  }, [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wait starts with a key, not with a new callback
  useEffect(() => {
    if (text === reported.current) return
    const timer = setTimeout(() => report(text), 300)
    return () => clearTimeout(timer)
  }, [text])
  function report(next: string) {
    reported.current = next
    onChange(next)
  }
  return (
    <search className="relative block w-full sm:max-w-sm sm:flex-1 sm:basis-56">
      <Search aria-hidden size={16} className="absolute top-3 left-3 text-ink-faint" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        className="control pl-9"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && report(text)}
      />
    </search>
  )
}

type ChoiceGroup = { label: string; choices: readonly Choice[] }

export function FilterSelect({
  label,
  all,
  value,
  choices,
  onChange,
}: {
  label: string
  all: string
  value: string
  choices: readonly (Choice | ChoiceGroup)[]
  onChange: (value: string) => void
}) {
  return (
    <select
      aria-label={label}
      className="control w-full pr-8 sm:w-auto sm:max-w-72"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{all}</option>
      {choices.map((choice) =>
        'choices' in choice ? (
          <optgroup key={choice.label} label={choice.label}>
            {choice.choices.map(optionOf)}
          </optgroup>
        ) : (
          optionOf(choice)
        ),
      )}
    </select>
  )
}

function optionOf({ value, label }: Choice) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  )
}
