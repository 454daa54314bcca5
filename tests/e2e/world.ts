import { inject } from 'vitest'

/** The embedded world of this worker: test files that run at the same time have one each. */
export const world = inject('embeddedWorlds')[Number(process.env.VITEST_POOL_ID) - 1]!
