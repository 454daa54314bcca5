import { useRef, useState } from 'react'
import type { Call } from '#shared/contract/calls.ts'
import type { Endpoint, ReplyOf } from '#shared/contract/endpoint.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { CallError } from './call.ts'
import { failureText } from './failure-text.ts'
import { type Sent, send } from './send.ts'
import { sendUnsent } from './unsent-files.ts'
import { useReadAgain } from './use-read-again.ts'

/**
 * Makes a change: one at a time, and with the same idempotency key until it succeeds or different data are sent.
 * Files that are chosen beside it and not sent go first, where the call rests on them. `refresh` lists the endpoints whose cached reads become stale and are read again, after a conflict too. `onFailure` receives why an attempt
 * failed, in the reader's language, for acts without a form that shows it.
 *
 * `act` returns the reply, or null after a failure and while another change is under way. `error` is the last failure,
 * worded as the specification's section 8 does, and `failure` the same in the reader's language; null otherwise.
 */
export function useAct<E extends Endpoint>(
  endpoint: E,
  { refresh = [], onFailure }: { refresh?: readonly Call[]; onFailure?: (failure: string, error: Error) => void } = {},
) {
  const { i18n } = useTranslation()
  const readAgain = useReadAgain()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const running = useRef(false)
  const attempt = useRef<{ key: string; said: string } | null>(null)

  async function act(sent: Omit<Sent<E>, 'idempotencyKey'>): Promise<ReplyOf<E> | null> {
    if (running.current) return null
    running.current = true
    setBusy(true)
    setError(null)
    const said = JSON.stringify([sent.params, sent.query, sent.body])
    if (attempt.current?.said !== said) attempt.current = { key: randomKey(), said }
    try {
      await sendUnsent(endpoint.name)
      const reply = await send(endpoint, { ...sent, idempotencyKey: attempt.current.key })
      attempt.current = null
      await readAgain(refresh)
      return reply
    } catch (failed) {
      const reason = failed instanceof Error ? failed : new Error(String(failed))
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

  return { act, busy, failure: error && failureText(error, i18n), error, clear: () => setError(null) }
}

/** Returns 128 random bits; `crypto.randomUUID` is missing on plain-http hosts. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
