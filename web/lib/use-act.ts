import { useMemo, useRef, useState } from 'react'
import { type Call, takesKey } from '#shared/contract/calls.ts'
import type { CallOf, Endpoint, ReplyOf, WaitingOf } from '#shared/contract/endpoint.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { CallError } from './call.ts'
import { failureText, refusedIn } from './failure-text.ts'
import { deleteIntention, intentionName, newKey, readIntention, storeIntention } from './intention.ts'
import { suspectLine } from './line.ts'
import { presentAddress } from './present-address.ts'
import type { Sent } from './send.ts'
import { LostAnswer, sendOnce, Waits } from './send-once.ts'
import { sendUnsent, UnsentFiles } from './unsent-files.ts'
import { useReadAgain } from './use-read-again.ts'

/**
 * Makes one change at a time. The idempotency key stays until success or other data, and outlives the page while no
 * reply came. `draft` names the form's draft (`useDraftForm`), so that a second tab shares the key. Unsent files that
 * the call needs go first. Without a connection the change is stored and waits until the person sends it. `refresh`
 * lists endpoints to read again after success, and where somebody else may have been faster (404, 409). `onFailure`
 * receives the failure in the reader's language.
 * `act` returns null after a failure or while another change runs. `error` is worded by the specification's section 8,
 * `failure` in the reader's language, `refused` for a form. `isLost`: no reply came.
 */
export function useAct<E extends Endpoint>(
  endpoint: E | CallOf<E>,
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
  const refused = useMemo(() => error && refusedIn(error, i18n), [error, i18n, i18n.language])
  const running = useRef(false)
  // Another tab may send the draft and delete its key first.
  const [opened] = useState(() => (draft === undefined ? null : readIntention(draft)))
  const attempt = useRef<{ key: string; payload: string | null } | null>(
    opened && !opened.waiting ? { key: opened.key, payload: null } : null,
  )

  async function act(sent: Omit<Sent<E>, 'idempotencyKey'>): Promise<ReplyOf<E> | WaitingOf<E> | null> {
    if (running.current) return null
    running.current = true
    setBusy(true)
    setError(null)
    const payload = payloadOf(sent)
    const before = attempt.current
    const name = nameOf(payload)
    const isOther = draft !== undefined && before !== null && before.payload !== null && before.payload !== payload
    const isAsBefore = before !== null && (before.payload === null || before.payload === payload)
    const key = isAsBefore ? before.key : ((isOther ? null : readIntention(name)?.key) ?? newKey())
    const send = (idempotencyKey: string) => {
      attempt.current = { key: idempotencyKey, payload }
      // The key counts as lost until a reply comes, because the page may close.
      const stored = readIntention(name)
      // A change that waits does so until its reply.
      const waiting = stored?.key === idempotencyKey ? stored.waiting : undefined
      if (takesKey(endpoint)) storeIntention(name, { key: idempotencyKey, isLost: true, waiting })
      return sendOnce(endpoint, { ...sent, idempotencyKey })
    }
    try {
      await sendUnsent(endpoint.name)
      const reply = await send(key).catch((failed: unknown) => {
        // The key belongs to the form's earlier values.
        if (failed instanceof CallError && failed.code === 'idempotency_mismatch') return send(newKey())
        throw failed
      })
      attempt.current = null
      deleteIntention(name)
      await readAgain(refresh)
      return reply
    } catch (failed) {
      const reason = await asWaiting(failed, name, key, sent)
      if (!(reason instanceof LostAnswer)) deleteIntention(name)
      setError(reason)
      onFailure?.(failureText(reason, i18n), reason)
      // Shows the current state.
      if (reason instanceof CallError && [404, 409].includes(reason.status)) await readAgain(refresh)
      return null
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  /** A form does not replace what an earlier form left to be sent. */
  function nameOf(payload: string): string {
    const hash = shortHash(payload)
    if (draft === undefined) return intentionName(`${endpoint.name}.${hash}`)
    const stored = readIntention(draft)
    if (!stored?.waiting || stored.key === attempt.current?.key) return draft
    const { params, query, body } = stored.waiting
    return payloadOf({ params, query, body }) === payload ? draft : `${draft}.${hash}`
  }

  /** Stores a change without a connection. */
  async function asWaiting(failed: unknown, name: string, key: string, sent: Omit<Sent<E>, 'idempotencyKey'>) {
    const reason = failed instanceof Error ? failed : new Error(String(failed))
    const isUnsent = reason instanceof UnsentFiles || reason instanceof LostAnswer
    const isNotReached = isUnsent || reason instanceof TypeError
    if (!isNotReached || !(await suspectLine()) || !isUnsent || !takesKey(endpoint) || sent.upload) return reason
    const { name: of, method, path, access, repeats, failureMessage } = endpoint
    const call: Call = {
      name: of,
      method,
      path,
      access,
      ...(repeats && { repeats }),
      ...(failureMessage && { failureMessage }),
    }
    const { params, query, body } = sent
    const page = presentAddress()
    const waiting = { call, params, query, body, page, title: document.title, at: new Date().toISOString() }
    storeIntention(name, { key: attempt.current?.key ?? key, isLost: true, waiting })
    return new Waits({ cause: reason })
  }

  return {
    act,
    busy,
    failure: error && failureText(error, i18n),
    refused,
    isLost: error instanceof LostAnswer,
    error,
    clear: () => setError(null),
  }
}

/** What the person wants: equal for a repeated call that names another preview. */
function payloadOf({ params, query, body, upload }: Record<string, unknown>): string {
  const namesPreview = typeof body === 'object' && body !== null && 'previewId' in body
  return JSON.stringify([params, query, namesPreview ? { ...body, previewId: undefined } : body, upload], filesByName)
}

function filesByName(_: string, value: unknown): unknown {
  return value instanceof File ? [value.name, value.size, value.lastModified] : value
}

/** FNV-1a distinguishes one person's requests; the server compares whole requests. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16)
}
