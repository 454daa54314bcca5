import { Refused } from '#server/infra/refused.ts'

/** Why a row is not accepted: where, what stands there, and what is wrong with it. */
export type Objection = { column: string; value: string; reason: string }

/** The import cannot be done at all; the message is for the person who asked for it. */
export class ImportRefused extends Refused {}
