export function Progress({ label, value, max, text }: { label: string; value: number; max: number; text: string }) {
  const share = max > 0 ? Math.min(100, (value / max) * 100) : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={text}
    >
      <div className="mb-1 flex justify-between gap-4 text-sm">
        <span>{label}</span>
        <span className="tabular text-ink-soft">{text}</span>
      </div>
      <div className="h-2 overflow-hidden rounded-md bg-raised">
        <div className="h-full rounded-md bg-ink transition-[width]" style={{ width: `${share}%` }} />
      </div>
    </div>
  )
}
