import pg from 'pg'

/** Read as bigint (int8), Date (dates and times) or text (the rest). */
const oid = {
  int8: 20,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  interval: 1186,
  point: 600,
  circle: 718,
} as const
/** The driver would read these as text or floats. */
const arrays = {
  name: 1003,
  int8: 1016,
  timestamp: 1115,
  date: 1182,
  timestamptz: 1185,
  numeric: 1231,
  int8range: 3927,
}

/** text[]; the driver's list has no arrays. */
const textArray: number = 1009

const asWritten = (text: string) => text
const asTime = (text: string) => new Date(text)

const readers = new Map<number, (text: string) => unknown>([
  [oid.int8, BigInt],
  [oid.date, asTime],
  [oid.timestamp, asTime],
  [oid.timestamptz, asTime],
  [oid.interval, asWritten],
  [oid.point, asWritten],
  [oid.circle, asWritten],
  [arrays.name, arrayOf(asWritten)],
  [arrays.int8, arrayOf(BigInt)],
  [arrays.timestamp, arrayOf(asTime)],
  [arrays.date, arrayOf(asTime)],
  [arrays.timestamptz, arrayOf(asTime)],
  [arrays.numeric, arrayOf(asWritten)],
  [arrays.int8range, arrayOf(asWritten)],
])

/** The driver splits the text; `read` parses each element. */
function arrayOf(read: (text: string) => unknown): (text: string) => unknown {
  const readTexts: (text: string) => unknown[] = pg.types.getTypeParser(textArray)
  const deep = (element: unknown): unknown =>
    Array.isArray(element) ? element.map(deep) : typeof element === 'string' ? read(element) : element
  return (text) => readTexts(text).map(deep)
}

export const valueReaders: pg.CustomTypesConfig = {
  getTypeParser: ((type: number, format?: 'text' | 'binary') =>
    readers.get(type) ?? pg.types.getTypeParser(type, format as 'text')) as typeof pg.types.getTypeParser,
}
