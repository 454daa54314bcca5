const opened: (() => Promise<void>)[] = []

/** Calls `close` after the file's last test, newest first. */
export function closeAfterwards(close: () => Promise<void>): void {
  opened.push(close)
}

export async function closeAll(): Promise<void> {
  for (let close = opened.pop(); close; close = opened.pop()) await close()
}
