import { useEffect, useState } from 'react'
import { type DocumentRecord, linkDocument } from '#shared/contract/documents.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { send } from '#web/lib/send.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

type Found = { to: string; url?: string; error?: Error }

/**
 * The address that shows a document inline, null until known. Links to private documents open for a minute, so another
 * `place` gets another link.
 */
export function useAddress(
  { documentId, isOpen, url }: Pick<DocumentRecord, 'documentId' | 'isOpen' | 'url'>,
  place: string,
): { address: string | null; failure: string | null; retry: () => void } {
  const { i18n } = useTranslation()
  const [found, setFound] = useState<Found | null>(null)
  const [attempt, setAttempt] = useState(0)
  const to = `${documentId} ${place} ${attempt}`
  useEffect(() => {
    if (isOpen) return
    let isLeft = false
    send(linkDocument, { params: { documentId } }).then(
      (link) => isLeft || setFound({ to, url: link.url }),
      (error: unknown) => isLeft || setFound({ to, error: error instanceof Error ? error : new Error(String(error)) }),
    )
    return () => {
      isLeft = true
    }
  }, [isOpen, documentId, to])
  const own = found?.to === to ? found : null
  const address = isOpen ? url : own?.url
  return {
    address: address === undefined ? null : inlineAt(address),
    failure: own?.error ? failureText(own.error, i18n) : null,
    retry: () => setAttempt(attempt + 1),
  }
}

function inlineAt(address: string): string {
  const url = new URL(address)
  url.searchParams.set('show', '1')
  return url.href
}
