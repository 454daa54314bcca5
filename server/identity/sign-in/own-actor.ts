import { callerOf } from '#server/infra/http/caller.ts'
import type { OwnActor } from '#server/people/users/own-sign-in.ts'
import type { Visit } from '../pages/visit.ts'

/** For the registry's audit log. */
export function ownActorOf({ request, site }: Pick<Visit, 'request' | 'site'>, personId: string): OwnActor {
  return { userId: personId, tenantId: site.tenantId, address: callerOf(request), requestId: request.id }
}
