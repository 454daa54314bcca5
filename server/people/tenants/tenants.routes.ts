import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import * as contract from '#shared/contract/settings.ts'
import { changeSettings, keepSetting, settingsOf } from './settings.ts'

export const tenantRoutes: Feature<InfraDeps> = (serve, deps) => {
  serve(contract.readSettings, ({ actor }) => settingsOf(deps, actor))
  serve(contract.keepSetting, ({ actor, body }) => keepSetting(deps, actor, body.name))
  serve(contract.changeSettings, ({ actor, body }) => changeSettings(deps, actor, body))
}
