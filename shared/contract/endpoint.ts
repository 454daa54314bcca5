import { z } from 'zod'
import type { LimitedAct } from '#shared/rules/account-roles.ts'
import type { FailureCode } from '#shared/rules/failure.ts'
import type { Act } from '#shared/rules/permissions.ts'
import type { Call } from './calls.ts'

/** One call. The server serves it, web app and tests call it, API document and permission test derive from it. */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Waiting extends z.ZodType = z.ZodType,
> = Call & {
  summary: string
  /** Further words for the API document. */
  description?: string
  params: Params
  query: Query
  queryFields: readonly string[]
  body: Body
  /** What roles in an account limit, if not the act of `access`. */
  limitedAct?: Act | LimitedAct
  /** The JSON reply; with `file`, the bytes or text. */
  reply: Reply
  /** The JSON reply of 202, for a call whose act may have to wait for somebody. */
  waiting?: Waiting
  /** The media type of a reply that is not JSON. */
  file?: string
  /** The call reads many rows, so it counts against the limit for searches. */
  isSearch?: true
  /** The registry may ask for a recent or stronger sign-in first. */
  isSensitive?: true
  /** Whether the reply is final; caches store no other. */
  isFinal?(reply: z.output<Reply>): boolean
  status: 200 | 201
  failures: readonly FailureCode[]
}

const nothing = z.undefined()
type Nothing = typeof nothing

type Optional = 'params' | 'query' | 'queryFields' | 'body' | 'status' | 'failures'
type Draft<E extends Endpoint> = Omit<E, Optional> & Partial<Pick<E, Optional>>

const noQuery = z.strictObject({})

/** The server refuses an undeclared query or body with 400. */
export function endpoint<
  R extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = typeof noQuery,
  B extends z.ZodType = Nothing,
  W extends z.ZodType = z.ZodNever,
>(draft: Draft<Endpoint<P, Q, B, R, W>>): Endpoint<P, Q, B, R, W> {
  const query = draft.query ?? (noQuery as unknown as Q)
  return {
    status: 200,
    failures: [],
    ...draft,
    params: draft.params ?? (nothing as unknown as P),
    query,
    queryFields: query instanceof z.ZodObject ? Object.keys(query.shape) : [],
    body: draft.body ?? (nothing as unknown as B),
  }
}

/** A call with its endpoint's types, without schemas. `of` is never set: it carries the type. */
export type CallOf<E extends Endpoint> = Call & { readonly of?: E }

/** What callers send and receive. */
export type ParamsOf<E extends Endpoint> = z.input<E['params']>
export type QueryOf<E extends Endpoint> = z.input<E['query']>
export type BodyOf<E extends Endpoint> = z.input<E['body']>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>
/** Never, for most calls. */
export type WaitingOf<E extends Endpoint> = z.output<NonNullable<E['waiting']>>

/** The server's values after validation. */
export type ValidQueryOf<E extends Endpoint> = z.output<E['query']>
export type ValidBodyOf<E extends Endpoint> = z.output<E['body']>
