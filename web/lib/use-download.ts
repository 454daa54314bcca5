import { useState } from 'react'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { failureText } from './failure-text.ts'
import { fetchFile, saveFile } from './send.ts'

/** Saves a generated file; `onFailure` receives the failure in the reader's language. */
export function useDownload(onFailure: (failure: string) => void) {
  const { i18n } = useTranslation()
  const [busy, setBusy] = useState(false)
  async function download(make: () => Promise<Blob>, name: string): Promise<void> {
    setBusy(true)
    try {
      saveFile(await make(), name)
    } catch (error) {
      onFailure(failureText(error instanceof Error ? error : new Error(String(error)), i18n))
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    download,
    /** For files from the server. */
    fetch: (endpoint: Endpoint, query: unknown, name: string) => download(() => fetchFile(endpoint, { query }), name),
  }
}
