/** `boxed` is for dialogs. */
export function Failure({ text, boxed = false }: { text: string | null | undefined; boxed?: boolean }) {
  if (!text) return null
  return (
    <p role="alert" className={boxed ? 'rounded-md bg-bad-soft p-3 text-bad' : 'text-sm text-bad'}>
      {text}
    </p>
  )
}
