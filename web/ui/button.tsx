import { LoaderCircle } from 'lucide-react'
import type { ButtonHTMLAttributes, ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Link } from './link.tsx'

type Tone = 'primary' | 'plain' | 'quiet' | 'danger'
type Size = 'small' | 'field' | 'normal' | 'large'

const tones: Record<Tone, string> = {
  primary: 'bg-accent-fill text-on-accent border-transparent hover:brightness-110',
  plain: 'bg-surface text-ink border-edge hover:bg-raised',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-raised',
  danger: 'bg-bad-soft text-bad border-bad hover:brightness-110',
}
/** Fingers get 44 pixels. */
const sizes: Record<Size, string> = {
  small: 'min-h-8 px-2.5 py-1 text-sm gap-1.5 pointer-coarse:min-h-11',
  /** As high as a field, beside one. */
  field: 'min-h-10 px-2.5 py-1 text-sm gap-1.5 pointer-coarse:min-h-11',
  normal: 'min-h-10 px-4 py-2 gap-2 pointer-coarse:min-h-11',
  large: 'min-h-12 px-6 py-3 gap-2',
}
const base =
  'inline-flex items-center justify-center rounded-md border print:hidden font-medium leading-tight whitespace-nowrap transition-[background-color,filter] disabled:opacity-60 disabled:hover:brightness-100'

/** Button classes for other elements, for example a file's label. */
export function buttonClass(tone: Tone = 'plain', size: Size = 'normal'): string {
  return cx(base, tones[tone], sizes[size])
}

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> &
  Pick<ComponentProps<'button'>, 'ref'> & { tone?: Tone; size?: Size; icon?: ReactNode; busy?: boolean }

/** A `busy` button ignores presses but keeps the focus. */
export function Button({ tone, size, icon, busy, type = 'button', onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(tone, size)}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? <LoaderCircle aria-hidden size={16} className="animate-spin" /> : icon}
      {/* Browser translation moves bare text nodes, which breaks React. */}
      <span className="contents">{children}</span>
    </button>
  )
}

const iconClass =
  'inline-flex size-10 shrink-0 items-center justify-center rounded-md text-ink transition-colors hover:bg-raised disabled:opacity-40 pointer-coarse:size-11'

/** `label` is the accessible name and tooltip. */
export function IconButton({
  label,
  icon,
  ...rest
}: Omit<ButtonProps, 'children'> & { label: string; icon: ReactNode }) {
  return (
    <button type="button" {...rest} aria-label={label} title={label} className={iconClass}>
      {icon}
    </button>
  )
}

const mostShown = 99

/** `label`, the accessible name, must state the count too. */
export function IconLink({ to, label, icon, count }: { to: string; label: string; icon: ReactNode; count: number }) {
  return (
    <Link to={to} aria-label={label} title={label} className={cx(iconClass, 'relative')}>
      {icon}
      {count > 0 && (
        <span
          aria-hidden
          className="tabular absolute -top-0.5 -right-0.5 min-w-4.5 rounded-full bg-ink px-1 forced-color-adjust-none text-center text-sm/4.5 font-medium text-ground"
        >
          {count > mostShown ? `${mostShown}+` : count}
        </span>
      )}
    </Link>
  )
}

export function ButtonLink({
  to,
  tone,
  size,
  icon,
  children,
}: {
  to: string
  tone?: Tone
  size?: Size
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <Link to={to} className={buttonClass(tone, size)}>
      {icon}
      <span className="contents">{children}</span>
    </Link>
  )
}
