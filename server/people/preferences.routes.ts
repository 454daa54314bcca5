import type { Feature } from '#server/feature.ts'
import { changePreferences, readPreferences } from '#shared/contract/preferences.ts'
import { ownPreferences, prefer } from './preferences.ts'

export const preferenceRoutes: Feature = (serve, deps) => {
  serve(readPreferences, ({ actor }) => ownPreferences(deps, actor))
  serve(changePreferences, ({ actor, body }) => prefer(deps, actor, body))
}
