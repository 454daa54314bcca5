/** What the test file has opened, to be closed after its last test, the newest first. */
const opened: (() => Promise<void>)[] = []

/** Has `close` run after the last test of this file. */
export function closeAfterwards(close: () => Promise<void>): void {
  opened.push(close)
}

export async function closeAll(): Promise<void> {
  for (let close = opened.pop(); close; close = opened.pop()) await close()
}
