import { useEffect, useState } from 'react'
import { type Intention, lostIntentions, readIntention, useIntentionChanges, type Waiting } from '#web/lib/intention.ts'
import { type KeptFile, keptFiles, useKeptFileChanges } from '#web/lib/kept-files.ts'

/** What waits to be sent: a change, or the files chosen for one subject. */
export type WaitingThing = { id: string; page: string; title: string } & (
  | { kind: 'act'; intention: Intention; waiting: Waiting }
  | { kind: 'files'; files: readonly KeptFile[] }
)

/** Files first: changes may rest on them. */
export function useWaiting(): readonly WaitingThing[] {
  useIntentionChanges()
  const changes = useKeptFileChanges()
  const [files, setFiles] = useState<readonly KeptFile[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the files are read again after each change
  useEffect(() => {
    void keptFiles().then(setFiles)
  }, [changes])
  return [...groupsOf(files), ...lostIntentions().flatMap(actOf)]
}

function groupsOf(files: readonly KeptFile[]): WaitingThing[] {
  const bySubject = Map.groupBy(files, ({ subject }) => JSON.stringify(subject))
  return [...bySubject].flatMap(([id, group]) => {
    const [first] = group
    return first ? [{ kind: 'files', id, files: group, page: first.page, title: first.pageTitle }] : []
  })
}

function actOf(name: string): WaitingThing[] {
  const intention = readIntention(name)
  if (!intention?.waiting) return []
  const { waiting } = intention
  return [{ kind: 'act', id: name, intention, waiting, page: waiting.page, title: waiting.title }]
}
