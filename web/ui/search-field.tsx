import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

/** A search box that tells its text 300 ms after the last key, and at once on Enter. `label` is its name and placeholder. */
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
  const told = useRef(value)
  useEffect(() => {
    if (value !== told.current) {
      told.current = value
      setText(value)
    }
  }, [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wait starts with a key, not with a new callback
  useEffect(() => {
    if (text === told.current) return
    const timer = setTimeout(() => say(text), 300)
    return () => clearTimeout(timer)
  }, [text])
  function say(next: string) {
    told.current = next
    onChange(next)
  }
  return (
    <search className="relative block w-full sm:max-w-sm">
      <Search aria-hidden size={16} className="absolute top-3 left-3 text-ink-faint" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        className="control pl-9"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && say(text)}
      />
    </search>
  )
}
