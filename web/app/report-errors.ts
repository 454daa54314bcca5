/** Sampling rates (specification, section 9). */
export const reportRates = { tracesSampleRate: 1, replaysSessionSampleRate: 0.1, replaysOnErrorSampleRate: 1 }

/** The SDK loads only with a DSN. */
export async function reportErrors(dsn: string, environment: string): Promise<void> {
  const { browserTracingIntegration, init, replayIntegration } = await import('@sentry/react')
  init({ dsn, environment, integrations: [browserTracingIntegration(), replayIntegration()], ...reportRates })
}
