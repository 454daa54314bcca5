import type { Place } from '#shared/contract/verifications.ts'
import { deskPath } from '#shared/rules/paths.ts'
import type { At } from '#web/domain/file-view/place-at.ts'

/** The desk's part of an address. */
export const placeNames = ['page', 'sheet', 'row', 'region'] as const

/** `{ row: 4 }` is `{ row: '4' }`, a region its four numbers. */
export function addressOf({ page, sheet, row, region }: At): Record<string, string> {
  const numbers = Object.entries({ page, sheet, row }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const { left, top, width, height } = region ?? {}
  return { ...Object.fromEntries(numbers), ...(region && { region: [left, top, width, height].join(',') }) }
}

/** Ignores what is no place. */
export function placeIn(params: URLSearchParams): At {
  const numberOf = (name: string) => {
    const value = Number(params.get(name))
    return Number.isInteger(value) && value > 0 ? value : undefined
  }
  const [left, top, width, height, ...rest] = (params.get('region') ?? '').split(',').map(Number)
  const edges = [left, top, width, height]
  const isRegion = rest.length === 0 && edges.every((edge) => edge !== undefined && edge >= 0 && edge <= 1_000)
  const [page, sheet, row] = [numberOf('page'), numberOf('sheet'), numberOf('row')]
  if (page !== undefined) return { page }
  if (row !== undefined) return { row, ...(sheet !== undefined && { sheet }) }
  if (!isRegion || left === undefined || top === undefined || width === undefined || height === undefined) return {}
  return { region: { left, top, width, height } }
}

export function placePath(projectId: string, verificationId: string, { documentId, ...at }: Place): string {
  return deskPath(projectId, verificationId, { file: documentId, ...addressOf(at) })
}
