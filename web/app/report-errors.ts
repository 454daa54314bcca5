/** Which share of traces and sessions is sent to the error reporting service (specification, section 9). */
export const reportRates = { tracesSampleRate: 1, replaysSessionSampleRate: 0.1, replaysOnErrorSampleRate: 1 }

/** Starts error reporting. Its code is fetched only if an address for reports is configured. */
export async function reportErrors(dsn: string, environment: string): Promise<void> {
  const { browserTracingIntegration, init, replayIntegration } = await import('@sentry/react')
  init({ dsn, environment, integrations: [browserTracingIntegration(), replayIntegration()], ...reportRates })
}
