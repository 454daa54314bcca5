import { Globe, Lock } from 'lucide-react'

/** Phones show a sign for the words. */
export function Readers({ isPublic, text }: { isPublic: boolean; text: string }) {
  const Sign = isPublic ? Globe : Lock
  return (
    <span title={text}>
      <Sign aria-hidden size={14} className="inline sm:hidden" />
      <span className="max-w-44 truncate align-bottom max-sm:sr-only sm:inline-block">{text}</span>
    </span>
  )
}
