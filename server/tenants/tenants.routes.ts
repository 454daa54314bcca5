import type { Feature } from '#server/feature.ts'
import { changeSettings, readSettings } from '#shared/contract/settings.ts'
import { change, settingsOf } from './settings.ts'

export const tenantRoutes: Feature = (serve, deps) => {
  serve(readSettings, ({ actor }) => settingsOf(deps, actor))
  serve(changeSettings, ({ actor, body }) => change(deps, actor, body))
}
