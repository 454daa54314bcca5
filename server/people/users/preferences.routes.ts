import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import * as contract from '#shared/contract/preferences.ts'
import { changePreferences, ownPreferences } from './preferences.ts'

export const preferenceRoutes: Feature<InfraDeps> = (serve, deps) => {
  serve(contract.readPreferences, ({ actor }) => ownPreferences(deps, actor))
  serve(contract.changePreferences, ({ actor, body }) => changePreferences(deps, actor, body))
}
