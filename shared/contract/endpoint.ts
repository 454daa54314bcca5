import { z } from 'zod'
import type { FailureCode } from '#shared/rules/failure.ts'
import type { Act } from '#shared/rules/permissions.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/**
 * One call, written once: the server serves it, the web and the tests call it, the API document and the permission test
 * are derived from it. `access` names the act whose rule in `permissions` decides who may call.
 */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = {
  name: string
  method: Method
  /** With `:name` for each parameter. */
  path: string
  summary: string
  access: Act
  params: Params
  query: Query
  body: Body
  /** What the answer holds; `file` endpoints answer bytes and say so here. */
  reply: Reply
  /** The media type of an answer that is not JSON. */
  file?: string
  /** Uploads: the multipart fields, the last one the file. */
  multipart?: readonly string[]
  /** Moves units: an Idempotency-Key header is honoured. */
  idempotent?: true
  status: 200 | 201
  failures: readonly FailureCode[]
}

const nothing = z.undefined()
type Nothing = typeof nothing

type Draft<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> = {
  name: string
  method: Method
  path: string
  summary: string
  access: Act
  params?: P
  query?: Q
  body?: B
  reply: R
  file?: string
  multipart?: readonly string[]
  idempotent?: true
  status?: 200 | 201
  failures?: readonly FailureCode[]
}

const noQuery = z.strictObject({})

/** Declares a call. What is left out is refused: a query or a body that nothing declares answers 400. */
export function endpoint<
  R extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = typeof noQuery,
  B extends z.ZodType = Nothing,
>(draft: Draft<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return {
    status: 200,
    failures: [],
    ...draft,
    params: draft.params ?? (nothing as unknown as P),
    query: draft.query ?? (noQuery as unknown as Q),
    body: draft.body ?? (nothing as unknown as B),
  }
}

/** What a caller gives. */
export type ParamsOf<E extends Endpoint> = z.input<E['params']>
export type QueryOf<E extends Endpoint> = z.input<E['query']>
export type BodyOf<E extends Endpoint> = z.input<E['body']>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

/** What the server is given after validation. */
export type ValidQueryOf<E extends Endpoint> = z.output<E['query']>
export type ValidBodyOf<E extends Endpoint> = z.output<E['body']>

/** The path with its parameters filled in, each encoded. */
export function pathOf(call: Endpoint, params: Readonly<Record<string, string>> = {}): string {
  return call.path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
