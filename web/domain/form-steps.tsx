import { type ReactNode, useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { useIsPhone } from '#web/lib/use-is-wide.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Select } from '#web/ui/field.tsx'
import { onReveal } from '#web/ui/reveal.ts'

export type FormPart = {
  title: string
  /** The content has its title, except on phones. */
  isTitled?: boolean
  content: ReactNode
}

/** `pushed`: how many entries of the history the steps have made. */
const placeState = z.object({ formStep: z.object({ of: z.string(), at: z.int(), pushed: z.int() }) })

/**
 * A long form: whole on wide screens, on phones one part at a time, kept in the history, so that the browser's Back is
 * the previous step and a reload stays. All parts stay mounted. *Next* checks the part; errors lead to their part.
 * Forms that create pass `submit`, shown in the last step. Forms that edit pass none: a select opens any part.
 */
export function FormSteps({ of, parts, submit }: { of: string; parts: readonly FormPart[]; submit?: ReactNode }) {
  const { t } = useTranslation()
  const form = useFormContext()
  const isStepped = useIsPhone()
  const { at: asked, go } = useStep(of)
  // Forms that create are in dialogs, whose title is the h2.
  const Heading = submit ? 'h3' : 'h2'
  const at = Math.min(Math.max(asked, 0), parts.length - 1)
  const isLast = at === parts.length - 1
  const place = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(at)
  const revealed = useRef<HTMLElement | null>(null)

  useEffect(() => {
    if (shown.current === at) return
    shown.current = at
    const target = revealed.current ?? heading.current
    revealed.current = null
    target?.focus()
  }, [at])
  // After a failed *Next*, each correction is checked at once.
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (name && form.getFieldState(name).invalid) void form.trigger(name)
        },
      }),
    [form],
  )
  useEffect(() => {
    const steps = place.current
    if (!steps || !isStepped) return
    const reveal = (control: HTMLElement) => {
      const part = [...steps.children].findIndex((each) => each.contains(control))
      if (part < 0 || part === at) return
      revealed.current = control
      go(part)
    }
    const press = (event: KeyboardEvent) => {
      const isLine = event.target instanceof Element && event.target.matches('input:not([role=combobox])')
      if (!isLine || event.key !== 'Enter' || isLast || !submit) return
      event.preventDefault()
      void next()
    }
    const stop = onReveal(steps, reveal)
    steps.addEventListener('keydown', press)
    return () => {
      stop()
      steps.removeEventListener('keydown', press)
    }
  })

  async function next() {
    const fields = place.current?.children[at]?.querySelectorAll('[name]') ?? []
    const names = [...fields].map((field) => field.getAttribute('name') ?? '')
    if (names.length === 0 || (await form.trigger(names, { shouldFocus: true }))) go(at + 1)
  }
  const said = t('ui.steps.of', { step: at + 1, steps: parts.length })
  const turns = (
    <>
      {at > 0 && <Button onClick={() => go(at - 1)}>{t('ui.steps.back')}</Button>}
      {isLast ? (
        submit
      ) : (
        <Button tone={submit ? 'primary' : 'plain'} onClick={() => void next()}>
          {t('ui.next')}
        </Button>
      )}
    </>
  )
  return (
    <>
      {isStepped && (
        <div className="relative">
          <Heading ref={heading} tabIndex={-1} className="text-lg font-semibold focus-visible:outline-none">
            <span className={submit ? 'block text-sm font-normal text-ink-soft' : 'sr-only'}>{said} </span>
            <span className={submit ? undefined : 'sr-only'}>{parts[at]?.title}</span>
          </Heading>
          {!submit && (
            <Select
              label={said}
              value={parts[at]?.title}
              choices={parts.map(({ title }) => ({ value: title, label: title }))}
              onChange={({ target }) => go(parts.findIndex(({ title }) => title === target.value))}
            />
          )}
        </div>
      )}
      <div ref={place} className="flex min-w-0 flex-col gap-8">
        {parts.map(({ title, isTitled, content }, index) => (
          <div key={title} hidden={isStepped && index !== at} className="flex min-w-0 flex-col gap-5">
            {!isStepped && !isTitled && (
              <Heading className={cx('font-semibold', !submit && 'text-lg')}>{title}</Heading>
            )}
            {content}
          </div>
        ))}
      </div>
      {submit ? <BottomBar>{isStepped ? turns : submit}</BottomBar> : isStepped && <Actions>{turns}</Actions>}
    </>
  )
}

/** The step of the form `of`, from the history. */
function useStep(of: string) {
  const navigate = useNavigate()
  const { pathname, search, hash, state } = useLocation()
  const read = placeState.safeParse(state).data?.formStep
  const { at, pushed } = read?.of === of ? read : { at: 0, pushed: 0 }
  return {
    at,
    pushed,
    go: (to: number) => {
      if (to === at) return
      // Back to the previous step is the browser's Back, which then has no step too many.
      if (to === at - 1 && pushed > 0 && pushed === at) return void navigate(-1)
      const formStep = { of, at: to, pushed: pushed + 1 }
      void navigate({ pathname, search, hash }, { state: { ...state, formStep }, preventScrollReset: true })
    },
  }
}

/** Returns a function that takes the form's steps out of the history when the form closes. */
export function useLeaveSteps(of: string): () => void {
  const navigate = useNavigate()
  const { pushed } = useStep(of)
  return () => {
    if (pushed > 0) void navigate(-pushed)
  }
}
