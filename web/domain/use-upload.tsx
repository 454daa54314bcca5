import { useState } from 'react'
import type { Call } from '#shared/contract/calls.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Progress } from '#web/ui/progress.tsx'

/** `progress` shows the sent share, or null when idle. `refresh` lists the stale reads. */
export function useUpload<E extends Endpoint>(endpoint: E, label: string, refresh: readonly Call[]) {
  const { t } = useTranslation()
  const format = useFormat()
  const [sent, setSent] = useState<{ bytes: number; of: number } | null>(null)
  const { act, ...state } = useAct(endpoint, { refresh })
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
