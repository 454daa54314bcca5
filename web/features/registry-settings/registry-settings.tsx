import { readSettings } from '#shared/contract/settings.ts'
import { useRead } from '#web/lib/use-read.ts'
import { Loaded } from '#web/ui/states.tsx'
import { SettingsForm } from './settings-form.tsx'

/** What the registry decides of itself: its words, its look, what is open and how much is accepted. */
export function RegistrySettings() {
  const settings = useRead(readSettings)
  return (
    <Loaded from={settings} rows={8}>
      {(latest) => <SettingsForm latest={latest} reread={settings.retry} />}
    </Loaded>
  )
}
