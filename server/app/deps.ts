/** Everything that the features are given; made once at the start, by the server or by the sandbox. */
export type { UnitsDeps as Deps } from '#server/units/deps.ts'
