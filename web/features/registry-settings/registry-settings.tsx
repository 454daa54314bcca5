import { readSettings } from '#shared/contract/settings.ts'
import { useRead } from '#web/lib/use-read.ts'
import { Loaded } from '#web/ui/states.tsx'
import { ComingSetting } from './coming-setting.tsx'
import { SettingsForm } from './settings-form.tsx'

export function RegistrySettings() {
  const settings = useRead(readSettings)
  return (
    <Loaded from={settings} rows={8}>
      {(latest) => (
        <>
          {latest.coming.map((each) => (
            <ComingSetting key={each.name} coming={each} />
          ))}
          <SettingsForm latest={latest} />
        </>
      )}
    </Loaded>
  )
}
