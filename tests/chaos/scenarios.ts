import { cut } from './cut.ts'
import { failover } from './failover.ts'
import { kill } from './kill.ts'
import type { Scenario } from './scenario.ts'

/** Every scenario of `npm run chaos`. */
export const scenarios: readonly Scenario[] = [kill, cut, failover]
