const emptyLine = '\r\x1b[2K'

/** Shows one line at a time, replaced by the next; `''` removes it. Where nobody watches it says nothing. */
export function progressOn(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>): (line: string) => void {
  return (line) => {
    if (stream.isTTY) stream.write(`${emptyLine}${line}`)
  }
}

/** A JSON line of the log as a sentence for a terminal. */
export function spoken(line: string): string {
  const { level, msg, err } = JSON.parse(line) as { level: number; msg?: string; err?: { message?: string } }
  const kind = level >= 50 ? 'Error' : level >= 40 ? 'Warning' : 'Note'
  return `${emptyLine}${kind}: ${[msg, err?.message && `(${err.message})`].filter(Boolean).join(' ')}\n`
}
