import { createContext, type ReactElement, type ReactNode, use, useEffect, useId, useRef, useState } from 'react'
import { Link } from './link.tsx'

const item =
  'flex min-h-10 pointer-coarse:min-h-11 w-full items-center gap-2.5 rounded-md px-3 py-2 text-left wrap-anywhere hover:bg-raised'
const CloseMenu = createContext<() => void>(() => undefined)

export interface MenuTrigger {
  'aria-expanded': boolean
  'aria-controls': string
  onClick: () => void
}

/**
 * A drop-down by the disclosure pattern: its entries stay in tab order. Closes on Escape, a press outside or when focus
 * leaves.
 */
export function Menu({ trigger, children }: { trigger: (button: MenuTrigger) => ReactElement; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const list = useId()
  useEffect(() => {
    if (!open) return
    const pressed = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', pressed)
    return () => document.removeEventListener('pointerdown', pressed)
  }, [open])
  function close() {
    setOpen(false)
    root.current?.querySelector('button')?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is heard for the buttons and links inside
    <div
      ref={root}
      className="relative"
      onKeyDown={(event) => event.key === 'Escape' && open && close()}
      onBlur={(event) => {
        if (event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      {trigger({ 'aria-expanded': open, 'aria-controls': list, onClick: () => setOpen(!open) })}
      <div
        id={list}
        hidden={!open}
        className="absolute top-full right-0 z-40 mt-1.5 max-h-[80vh] w-max max-w-[calc(100vw-2rem)] min-w-48 overflow-y-auto rounded-md border border-line bg-surface p-1.5 shadow-lift"
      >
        {open && <CloseMenu value={close}>{children}</CloseMenu>}
      </div>
    </div>
  )
}

export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  const close = use(CloseMenu)
  return (
    <Link to={to} className={item} onClick={close}>
      {children}
    </Link>
  )
}

export function MenuAct({ onAct, icon, children }: { onAct: () => void; icon?: ReactNode; children: ReactNode }) {
  const close = use(CloseMenu)
  return (
    <button
      type="button"
      className={item}
      onClick={() => {
        close()
        onAct()
      }}
    >
      {icon}
      {children}
    </button>
  )
}

export function MenuChoices<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string
  value: Value
  choices: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}) {
  const close = use(CloseMenu)
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          className={item}
          onClick={() => {
            close()
            onChange(choice.value)
          }}
        >
          <span aria-hidden className="inline-block w-4 shrink-0">
            {choice.value === value ? '✓' : ''}
          </span>
          {choice.label}
        </button>
      ))}
    </fieldset>
  )
}

export function MenuLine() {
  return <hr className="my-1.5 border-line" />
}
