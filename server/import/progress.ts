import cliProgress from 'cli-progress'

const { Format, SingleBar } = cliProgress

type Progress = { at(value: number): void; done(): void }

/** `total` in bytes or rows. */
export type ShowProgress = (title: string, total: number, unit: 'bytes' | 'rows') => Progress

const plainLineEveryMs = 2_000
const titleWidth = 34

/**
 * A bar on a terminal, else a line every two seconds. `stop` ends an unfinished step, whose timer would keep the
 * process alive.
 */
export function progressOn(stream: NodeJS.WriteStream): { show: ShowProgress; stop(): void } {
  let current: cliProgress.SingleBar | null = null
  const show: ShowProgress = (title, total, unit) => {
    const bar = new SingleBar({
      stream,
      noTTYOutput: true,
      notTTYSchedule: plainLineEveryMs,
      barsize: 30,
      barCompleteChar: '█',
      barIncompleteChar: '░',
      format(options, state, payload) {
        const seconds = (Date.now() - state.startTime) / 1_000
        const shown = (value: number) => (unit === 'bytes' ? `${(value / 1e6).toFixed(1)} MB` : grouped(value))
        const parts = [
          title.padEnd(titleWidth),
          stream.isTTY ? Format.BarFormat(state.progress, options) : '',
          `${String(Math.floor(state.progress * 100)).padStart(3)} %`,
          `${shown(state.value)} of ${shown(state.total)}`,
          `${shown(Math.round(state.value / Math.max(seconds, 0.001)))}/s`,
          payload.isDone ? `${seconds.toFixed(1)} s` : `${remaining(state.progress, seconds)} left`,
        ]
        return parts.filter((part) => part !== '').join('  ')
      },
    })
    current = bar
    bar.start(total, 0, { isDone: false })
    return {
      at: (value) => bar.update(Math.min(value, total)),
      done() {
        bar.update(total, { isDone: true })
        bar.stop()
      },
    }
  }
  return { show, stop: () => current?.stop() }
}

function remaining(progress: number, seconds: number): string {
  return progress > 0 ? `${Math.ceil((seconds / progress) * (1 - progress))} s` : '…'
}

const figures = new Intl.NumberFormat('en', { useGrouping: true })

/** With narrow spaces. */
export function grouped(value: number | bigint): string {
  return figures.format(value).replaceAll(',', '\u202f')
}
