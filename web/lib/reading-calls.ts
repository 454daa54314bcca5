import type { CallOf } from '#shared/contract/endpoint.ts'
import { readingCalls } from '#shared/contract/reading-calls.ts'
import type { Contract } from './first-calls.ts'

/** Typed like their endpoints, without zod. */
export const reading: {
  [Name in keyof typeof readingCalls]: CallOf<Contract[Name]> & (typeof readingCalls)[Name]
} = readingCalls
