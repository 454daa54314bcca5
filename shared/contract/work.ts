import { z } from 'zod'
import { firstCalls } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { units } from './fields.ts'
import { measurementStatus } from './measurements.ts'
import { verificationStatus } from './verifications.ts'

export const countAssigned = endpoint({
  ...firstCalls.countAssigned,
  summary:
    "How many measurements and verifications are assigned to the caller's account, by state; states without any are left out",
  reply: z.object({
    measurements: z.array(z.object({ status: measurementStatus, count: units })),
    verifications: z.array(z.object({ status: verificationStatus, count: units })),
  }),
  failures: ['unauthenticated'],
})
