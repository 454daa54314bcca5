import { useEffect } from 'react'
import type { CallError } from '#web/lib/call.ts'
import { refusalIn } from '#web/lib/refusal.ts'
import { askBy } from '#web/lib/send.ts'
import { storeOf } from '#web/lib/store.ts'
import { usePart } from '#web/ui/use-part.ts'
import type { StepUpQuestion } from './step-up-dialog.tsx'

const loadDialog = () => import('./step-up-dialog.tsx')
const shown = storeOf<StepUpQuestion | null>(null)
let open: Promise<boolean> | null = null

/** Calls at the same time share one question. */
function ask({ body }: CallError): Promise<boolean> {
  const acr = refusalIn(body)?.facts.acr
  open ??= new Promise<boolean>((resolve) => {
    shown.set({ acr: typeof acr === 'string' ? acr : null, answer: resolve })
  }).finally(() => {
    open = null
    shown.set(null)
  })
  return open
}

/** Asks the person to sign in anew for a call. Without the dialog's code the call stays refused. */
export function StepUp() {
  const question = shown.use()
  const { part, fetch } = usePart(loadDialog)
  useEffect(() => askBy(ask), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question loads the dialog, once
  useEffect(() => {
    if (question && part === null) void fetch().then((isThere) => isThere || question.answer(false))
  }, [question])
  return question && part && <part.StepUpDialog question={question} />
}
