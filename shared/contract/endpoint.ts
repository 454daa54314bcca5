import { z } from 'zod'
import type { FailureCode } from '#shared/rules/failure.ts'
import type { Call } from './calls.ts'

/**
 * One call, stated once: the server serves it, the web app and the tests call it, and the API document and the permission
 * test are derived from it. `access` names the act whose rule in `permissions` decides who may call.
 */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = Call & {
  summary: string
  params: Params
  query: Query
  body: Body
  /** What a JSON reply holds; of an endpoint with `file`, the bytes or text that it sends. */
  reply: Reply
  /** The media type of a reply that is not JSON. */
  file?: string
  /** It looks through far more rows than it answers with: such calls have a share of the process of their own. */
  isSearch?: true
  /** Whether an answer that pages wait to see change will change no more; no cache keeps it before. */
  isFinal?(reply: z.output<Reply>): boolean
  status: 200 | 201
  failures: readonly FailureCode[]
}

const nothing = z.undefined()
type Nothing = typeof nothing

type Optional = 'params' | 'query' | 'body' | 'status' | 'failures'
type Draft<E extends Endpoint> = Omit<E, Optional> & Partial<Pick<E, Optional>>

const noQuery = z.strictObject({})

/** Declares a call. A query or a body that it does not declare is refused with 400. */
export function endpoint<
  R extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = typeof noQuery,
  B extends z.ZodType = Nothing,
>(draft: Draft<Endpoint<P, Q, B, R>>): Endpoint<P, Q, B, R> {
  return {
    status: 200,
    failures: [],
    ...draft,
    params: draft.params ?? (nothing as unknown as P),
    query: draft.query ?? (noQuery as unknown as Q),
    body: draft.body ?? (nothing as unknown as B),
  }
}

/** A call that has the types of its endpoint and not its schemas. `of` is never there: it carries the type. */
export type CallOf<E extends Endpoint> = Call & { readonly of?: E }

/** What a caller sends and receives. */
export type ParamsOf<E extends Endpoint> = z.input<E['params']>
export type QueryOf<E extends Endpoint> = z.input<E['query']>
export type BodyOf<E extends Endpoint> = z.input<E['body']>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

/** What the server works with after validation. */
export type ValidQueryOf<E extends Endpoint> = z.output<E['query']>
export type ValidBodyOf<E extends Endpoint> = z.output<E['body']>
