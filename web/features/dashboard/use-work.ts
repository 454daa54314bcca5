import { first } from '#web/lib/first-calls.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'

/** The newest measurements and verifications and their totals, in one request each for all parts of the page. */
export function useWork() {
  const query = { tenantId: site().tenantId, limit: 50 }
  return {
    measurements: useRead(first.listMeasurements, { query }),
    verifications: useRead(first.listVerifications, { query }),
  }
}
