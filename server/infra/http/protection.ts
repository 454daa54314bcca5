import helmet from 'helmet'
import type { Config } from '#server/infra/config.ts'

/**
 * The headers that hold a browser to what the registry is made of: its own scripts and styles, pictures and files from where
 * the settings say, and the sign-in's origins, which a provider's discovery may add to (Cognito's tokens come from another
 * host than its issuer's). Made once; Fastify's own plugin makes it anew for every request.
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
        // The recording of a session is packed in a worker that the error reporting makes of a text.
        ...(reports.length > 0 && { workerSrc: ["'self'", 'blob:'] }),
      },
    },
    // `server.ts` says it with every answer, the identity provider's and those to broken requests too.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
}
