import { away } from './away.ts'
import { chain } from './chain.ts'
import { clock } from './clock.ts'
import { cut } from './cut.ts'
import { disk } from './disk.ts'
import { failover } from './failover.ts'
import { kill } from './kill.ts'
import { killEverything } from './kill-everything.ts'
import { parts } from './parts.ts'
import { restartDatabase } from './restart-database.ts'
import { rolling } from './rolling.ts'
import type { Scenario } from './scenario.ts'
import { waiting } from './waiting.ts'
import { wrongChain } from './wrong-chain.ts'

export const onOneMachine: readonly Scenario[] = [
  kill,
  waiting,
  killEverything,
  parts,
  cut,
  restartDatabase,
  chain,
  wrongChain,
  clock,
  disk,
  away,
]

/** With the files of `deploy/`. */
export const onSeveralMachines: readonly Scenario[] = [rolling, failover]

export const scenarios: readonly Scenario[] = [...onOneMachine, ...onSeveralMachines]
