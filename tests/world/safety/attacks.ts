import { z } from 'zod'
import type { Request, Row } from '#tests/conformance/row.ts'
import { hostileJson, hostileTexts } from './hostile-values.ts'

export type Attack = { what: string; request: Request }

const schema = z.looseObject({})
const operation = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']) })),
  requestBody: z
    .object({
      content: z.object({
        'application/json': z.object({ schema }).optional(),
        'multipart/form-data': z.object({ schema }).optional(),
      }),
    })
    .optional(),
})
export const apiDocument = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) })
type Operation = z.output<typeof operation>

export function operationOf(document: z.output<typeof apiDocument>, { endpoint }: Row): Operation {
  const path = endpoint.path.replace(/:([A-Za-z]+)/g, '{$1}')
  const found = document.paths[path]?.[endpoint.method.toLowerCase()]
  if (!found) throw new Error(`${endpoint.method} ${path} is not in the API document.`)
  return found
}

/** Each parameter and field with each hostile value. */
export function attacksOn(operation: Operation, base: Request): Attack[] {
  const { content } = operation.requestBody ?? { content: {} }
  return [
    ...operation.parameters.flatMap(({ name, in: where }) => parameterAttacks(name, where, base)),
    ...placesIn(content['application/json']?.schema).flatMap((place) => bodyAttacks(place, base)),
    ...(content['application/json'] ? wholeBodyAttacks(base) : []),
    ...(base.form ? formAttacks(base.form, base) : []),
  ]
}

function parameterAttacks(name: string, where: 'path' | 'query' | 'header', base: Request): Attack[] {
  return hostileTexts(name).map((value) => {
    const what = `${where} ${name} = ${JSON.stringify(value).slice(0, 60)}`
    if (where === 'path')
      return { what, request: { ...base, params: { ...base.params, [name]: value.toWellFormed() } } }
    if (where === 'query') return { what, request: { ...base, query: { ...base.query, [name]: value } } }
    return { what, request: { ...base, headers: { [name]: headerOf(value) } } }
  })
}

/** Clients cannot send other characters in headers. */
function headerOf(value: string): string {
  return encodeURI(value.toWellFormed()).slice(0, 4_000)
}

/** Paths of all fields, nested ones too; a tuple's items have their own. */
function placesIn(body: unknown, path: readonly string[] = []): string[][] {
  const { properties, items, prefixItems, anyOf, allOf } = shape.parse(body ?? {})
  const fields = Object.entries(properties).flatMap(([name, field]) => [
    [...path, name],
    ...placesIn(field, [...path, name]),
  ])
  const each = items === undefined || items === false ? prefixItems : [items]
  const inItems = each.flatMap((item, at) => [[...path, String(at)], ...placesIn(item, [...path, String(at)])])
  return [...fields, ...inItems, ...[...anyOf, ...allOf].flatMap((shaped) => placesIn(shaped, path))]
}

const shape = z.looseObject({
  properties: z.record(z.string(), z.unknown()).default({}),
  items: z.unknown().optional(),
  prefixItems: z.array(z.unknown()).default([]),
  anyOf: z.array(z.unknown()).default([]),
  allOf: z.array(z.unknown()).default([]),
})

function bodyAttacks(place: string[], base: Request): Attack[] {
  return hostileJson(place.at(-1) ?? '').map((value) => ({
    what: `body ${place.join('.')} = ${JSON.stringify(value)?.slice(0, 60)}`,
    request: { ...base, body: withValue(base.body ?? {}, place, value) },
  }))
}

function withValue(holder: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  if (Array.isArray(holder))
    return holder.map((item, index) => (String(index) === name ? withValue(item, rest, value) : item))
  const fields = z.record(z.string(), z.unknown()).safeParse(holder)
  if (!fields.success) return holder
  return { ...fields.data, [name]: withValue(fields.data[name] ?? {}, rest, value) }
}

function wholeBodyAttacks(base: Request): Attack[] {
  return hostileJson('').map((body) => ({
    what: `body = ${JSON.stringify(body)?.slice(0, 60)}`,
    request: { ...base, body },
  }))
}

function formAttacks(form: FormData, base: Request): Attack[] {
  return [...form.keys()].flatMap((name) =>
    hostileTexts(name).flatMap((value) => {
      const what = `field ${name} = ${JSON.stringify(value).slice(0, 60)}`
      const asText = changed(form, name, () => value)
      const asFile = changed(form, name, () => new File([value], value.slice(0, 200)))
      return [
        { what, request: { ...base, form: asText } },
        { what: `${what}, as a file`, request: { ...base, form: asFile } },
      ]
    }),
  )
}

function changed(form: FormData, name: string, make: () => string | File): FormData {
  const copy = new FormData()
  for (const [field, value] of form) {
    const given = field === name ? make() : value
    if (typeof given === 'string') copy.append(field, given)
    else copy.append(field, given, given.name)
  }
  return copy
}
