import helmet from 'helmet'
import type { Config } from '#server/infra/config.ts'

/**
 * Restricts browsers to our scripts and styles, the configured sources of files, and the sign-in's origins, which
 * discovery may extend (Cognito's tokens come from another host than its issuer). Created once: Fastify's plugin
 * rebuilds it per request.
 */
export function protection(config: Config, signInOrigins: () => readonly string[]): ReturnType<typeof helmet> {
  const pictures = new URL(config.IMAGES_URL).origin
  const documents = new URL(config.DOCUMENTS_URL).origin
  const reports = config.SENTRY_DSN ? [new URL(config.SENTRY_DSN).origin] : []
  const logout = config.OIDC_LOGOUT_URL ? [new URL(config.OIDC_LOGOUT_URL).origin] : []
  const authority = new URL(config.OIDC_AUTHORITY).origin
  const signIn = () => [...new Set([authority, ...logout, ...signInOrigins()])].join(' ')
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: [...new Set(["'self'", 'data:', 'blob:', pictures, documents])],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", signIn, ...reports],
        frameSrc: ["'self'", documents, signIn],
        formAction: ["'self'", signIn],
        frameAncestors: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        manifestSrc: ["'self'"],
        // Error reporting compresses recordings in a worker from a blob.
        workerSrc: ["'self'", ...(reports.length > 0 ? ['blob:'] : [])],
      },
    },
    // `server.ts` sets it on every response.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
}
