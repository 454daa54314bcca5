import { cut } from './cut.ts'
import { failover } from './failover.ts'
import { kill } from './kill.ts'
import { rolling } from './rolling.ts'
import type { Scenario } from './scenario.ts'

/** Every scenario of `npm run chaos`. */
export const scenarios: readonly Scenario[] = [kill, cut, rolling, failover]
