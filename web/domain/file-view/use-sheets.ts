import { useCallback, useEffect, useState } from 'react'
import type { DocumentRecord } from '#shared/contract/documents.ts'
import { documentBytes } from '#web/lib/document-bytes.ts'
import type { Loadable } from '#web/ui/states.tsx'
import { type Sheet, shown } from './sheets.ts'

type Read = { of: string; sheets?: readonly Sheet[]; error?: Error }

/** Reads a CSV file or a workbook; the readers load with the first one. */
export function useSheets({
  documentId,
  url,
  mediaType,
}: Pick<DocumentRecord, 'documentId' | 'url' | 'mediaType'>): Loadable<readonly Sheet[]> {
  const [read, setRead] = useState<Read | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    let isLeft = false
    sheetsOf({ url, mediaType }).then(
      (sheets) => isLeft || setRead({ of: documentId, sheets }),
      (error: unknown) =>
        isLeft || setRead({ of: documentId, error: error instanceof Error ? error : new Error(String(error)) }),
    )
    return () => {
      isLeft = true
    }
  }, [documentId, url, mediaType, attempt])
  const retry = useCallback(() => {
    setRead(null)
    setAttempt((count) => count + 1)
  }, [])
  const own = read?.of === documentId ? read : null
  return { data: own?.sheets, error: own?.error, slow: false, retry }
}

async function sheetsOf({ url, mediaType }: { url: string; mediaType: string }): Promise<readonly Sheet[]> {
  if (mediaType === 'text/csv') {
    const [{ readCsv }, { bytes, isWhole }] = await Promise.all([
      import('./read-csv.ts'),
      documentBytes({ url }, shown.csvBytes),
    ])
    return [readCsv(bytes, isWhole)]
  }
  const [{ readWorkbook }, { bytes }] = await Promise.all([import('./read-workbook.ts'), documentBytes({ url })])
  return readWorkbook(bytes)
}
