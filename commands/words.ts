const megabyte = 1_000_000

export function bytesInWords(files: readonly { size: number }[]): string {
  return `${(files.reduce((sum, { size }) => sum + size, 0) / megabyte).toFixed(1)} MB`
}

export function effort(): string {
  return `${process.uptime().toFixed(1)} s, ${Math.round(process.resourceUsage().maxRSS / 1024)} MB of memory at most`
}
