import { useState } from 'react'
import type { uploadDocument, uploadImage } from '#shared/contract/projects.ts'
import { projectReads } from '#web/domain/reads.ts'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Progress } from '#web/ui/progress.tsx'

/**
 * Sends a file to a project; `progress` shows under `label` how much of it has gone, null when nothing is being sent.
 */
export function useUpload<E extends typeof uploadDocument | typeof uploadImage>(endpoint: E, label: string) {
  const { t } = useTranslation()
  const format = useFormat()
  const [sent, setSent] = useState<{ bytes: number; of: number } | null>(null)
  const { act, ...state } = useAct(endpoint, { refresh: projectReads })
  return {
    ...state,
    async upload(fields: Readonly<Record<string, string | File>>) {
      const done = await act({ upload: fields, onProgress: (bytes, of) => setSent({ bytes, of }) })
      setSent(null)
      return done
    },
    progress: sent && (
      <Progress
        label={label}
        value={sent.bytes}
        max={sent.of}
        text={t('ui.ofBytes', { sent: format.bytes(sent.bytes), total: format.bytes(sent.of) })}
      />
    ),
  }
}
