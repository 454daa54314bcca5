/** Test files below this folder, or a part of the mutations. */
export type Share = { files: readonly string[] } | { mutations: string }

const underLoad = [
  'chaos/chaos.test.ts',
  'chaos/settlement.test.ts',
  'chaos/several-machines.test.ts',
  'growth.test.ts',
  'layout-shift.test.ts',
]

const processFiles = [
  'backup.test.ts',
  'deploy/cells.test.ts',
  'deploy/nginx.test.ts',
  'deploy/pgbouncer.test.ts',
  'deploy/release.test.ts',
  'deploy/systemd.test.ts',
  'embedded/chain.test.ts',
  'embedded/guarded-process.test.ts',
  'embedded/supervise.test.ts',
  'embedded/postgres.test.ts',
  'overload.test.ts',
  'run/run-script.test.ts',
  'run/start.test.ts',
  'run/stop.test.ts',
  'servers/clamd.test.ts',
  'servers/debian.test.ts',
  'servers/glewlwyd.test.ts',
  'servers/pooler.test.ts',
  'servers/scanning.test.ts',
  'servers/standby.test.ts',
  'upload-load.test.ts',
]

const mutations = [1, 2, 3, 4, 5, 6].map((part) => ({ mutations: `${part}/6` }))

/** Shares of about ten minutes; together they cover all files and mutations. */
export const shares: readonly Share[] = [
  ...mutations.slice(0, 3),
  { files: underLoad },
  ...mutations.slice(3),
  { files: processFiles },
]

/** A day of builds covers all shares. */
const hoursEach = 24 / shares.length

export function shareOf(moment: Date): Share {
  const turn = Math.floor(moment.getTime() / (hoursEach * 3_600_000))
  return shares[turn % shares.length] ?? { files: [] }
}
