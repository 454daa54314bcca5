import type { Feature } from '#server/http/feature.ts'
import type { InfraDeps } from '#server/infra/deps.ts'
import * as contract from '#shared/contract/settings.ts'
import { changeSettings, settingsOf } from './settings.ts'

export const tenantRoutes: Feature<InfraDeps> = (serve, deps) => {
  serve(contract.readSettings, ({ actor }) => settingsOf(deps, actor))
  serve(contract.changeSettings, ({ actor, body }) => changeSettings(deps, actor, body))
}
