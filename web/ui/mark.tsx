export function Mark() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className="size-7 shrink-0 text-accent"
      fill="none"
      stroke="currentColor"
    >
      <circle cx="12" cy="12" r="10.5" strokeWidth="1.5" />
      <circle cx="11" cy="13" r="6.5" strokeWidth="1.5" />
      <circle cx="10.2" cy="13.8" r="2.6" fill="currentColor" stroke="none" />
    </svg>
  )
}
