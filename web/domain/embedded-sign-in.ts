import { site } from '#web/lib/site-config.ts'

/** Whether people sign in at the registry's own provider. */
export function isEmbeddedSignIn(): boolean {
  return site().oidc.authority === `${window.location.origin}/identity`
}
