import { useRef, useState } from 'react'
import { type Call, takesKey } from '#shared/contract/calls.ts'
import type { Endpoint, ReplyOf } from '#shared/contract/endpoint.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { CallError } from './call.ts'
import { failureText } from './failure-text.ts'
import { forgetIntention, intentionName, keepIntention, keptIntention, newKey } from './intention.ts'
import type { Sent } from './send.ts'
import { LostAnswer, sendOnce } from './send-once.ts'
import { sendUnsent } from './unsent-files.ts'
import { useReadAgain } from './use-read-again.ts'

/**
 * Makes a change: one at a time, and with the same idempotency key until it succeeds or different data are sent. The key of what
 * was sent without an answer outlives the page. `draft` names the draft of the form (`useDraftForm`), which has a key as soon as
 * something is typed: a second tab with the same draft then sends the same.
 * Files that are chosen beside it and not sent go first, where the call rests on them. `refresh` lists the endpoints whose cached
 * reads become stale and are read again, after a conflict too. `onFailure` receives why an attempt
 * failed, in the reader's language, for acts without a form that shows it.
 *
 * `act` returns the reply, or null after a failure and while another change is under way. `error` is the last failure,
 * worded as the specification's section 8 does, and `failure` the same in the reader's language; null otherwise. `isLost` says that
 * the failure is no refusal: the answer was lost.
 */
export function useAct<E extends Endpoint>(
  endpoint: E,
  {
    refresh = [],
    onFailure,
    draft,
  }: { refresh?: readonly Call[]; onFailure?: (failure: string, error: Error) => void; draft?: string } = {},
) {
  const { i18n } = useTranslation()
  const readAgain = useReadAgain()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const running = useRef(false)
  // Another tab with the same draft may send it, and forget it, before this one does.
  const [opened] = useState(() => (draft === undefined ? null : keptIntention(draft)))
  const attempt = useRef<{ key: string; said: string | null } | null>(opened && { key: opened.key, said: null })

  async function act(sent: Omit<Sent<E>, 'idempotencyKey'>): Promise<ReplyOf<E> | null> {
    if (running.current) return null
    running.current = true
    setBusy(true)
    setError(null)
    const said = JSON.stringify([sent.params, sent.query, sent.body, sent.upload], filesByName)
    const name = draft ?? intentionName(`${endpoint.name}.${shortHash(said)}`)
    const before = attempt.current
    const isOther = draft !== undefined && before !== null && before.said !== null && before.said !== said
    const isAsBefore = before !== null && (before.said === null || before.said === said)
    const key = isAsBefore ? before.key : ((isOther ? null : keptIntention(name)?.key) ?? newKey())
    const send = (idempotencyKey: string) => {
      attempt.current = { key: idempotencyKey, said }
      // Until an answer comes it counts as lost: the page may go away at any moment.
      if (takesKey(endpoint)) keepIntention(name, { key: idempotencyKey, isLost: true })
      return sendOnce(endpoint, { ...sent, idempotencyKey })
    }
    try {
      await sendUnsent(endpoint.name)
      const reply = await send(key).catch((failed: unknown) => {
        // The key belongs to what the form said before it was changed.
        if (failed instanceof CallError && failed.code === 'idempotency_mismatch') return send(newKey())
        throw failed
      })
      attempt.current = null
      forgetIntention(name)
      await readAgain(refresh)
      return reply
    } catch (failed) {
      const reason = failed instanceof Error ? failed : new Error(String(failed))
      if (!(reason instanceof LostAnswer)) forgetIntention(name)
      setError(reason)
      onFailure?.(failureText(reason, i18n), reason)
      // Somebody else may have been faster: the screen shows the state that holds now.
      if (reason instanceof CallError && reason.status === 409) await readAgain(refresh)
      return null
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return {
    act,
    busy,
    failure: error && failureText(error, i18n),
    isLost: error instanceof LostAnswer,
    error,
    clear: () => setError(null),
  }
}

function filesByName(_: string, value: unknown): unknown {
  return value instanceof File ? [value.name, value.size, value.lastModified] : value
}

/** FNV-1a: tells apart what one person sends by one call; the server compares the whole. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16)
}
