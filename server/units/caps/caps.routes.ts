import type { Feature } from '#server/infra/http/feature.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import {
  addRecipient,
  changeCaps,
  keepProtection,
  listRecipients,
  readCaps,
  removeRecipient,
} from '#shared/contract/caps.ts'
import { decideRecipient, listRecipientRequests } from '#shared/contract/recipient-requests.ts'
import { capsNamed, changeOwnCaps, keepOwnProtection } from './caps.ts'
import { decideOwnRecipient, requestList } from './recipient-requests.ts'
import { addOwnRecipient, recipientList, removeOwnRecipient } from './recipients.ts'

export const capRoutes: Feature<UnitsDeps> = (serve, deps) => {
  serve(readCaps, ({ actor }) => capsNamed(deps, actor))
  serve(changeCaps, ({ actor, body }) => changeOwnCaps(deps, actor, body))
  serve(keepProtection, ({ actor, body }) => keepOwnProtection(deps, actor, body.name))
  serve(listRecipients, ({ actor, query }) => recipientList(deps, actor, query))
  serve(addRecipient, ({ actor, body }) => addOwnRecipient(deps, actor, body.accountId))
  serve(listRecipientRequests, ({ actor }) => requestList(deps, actor))
  serve(decideRecipient, ({ actor, params, body }) => decideOwnRecipient(deps, actor, params.requestId, body))
  serve(removeRecipient, ({ actor, params }) => removeOwnRecipient(deps, actor, params.accountId))
}
