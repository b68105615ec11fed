/** A line at the bottom of the terminal that says how far a run is; nothing where there is none. @module */
import { columnsOf, isTerminal } from '../terminal.ts'

export interface RunProgress {
  readonly done: number
  readonly pages: number
}

export interface ProgressBar {
  update(progress: RunProgress): void
  /** Write lines that stay, above the bar. */
  above(write: () => void): void
  end(): void
}

const clearLine = '\r\u001b[K'
const redrawMs = 100

/** Where a bar is drawn, and what time it is. */
export interface BarPlace {
  readonly stderr: NodeJS.WritableStream
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: () => Date
}

export function progressBar({ stderr, env, clock }: BarPlace): ProgressBar {
  if (!isTerminal(stderr, env)) {
    return { update: () => {}, above: (write) => write(), end: () => {} }
  }
  const startedAt = clock().getTime()
  let shown = ''
  let drawnAt = 0
  const clear = (): void => {
    if (shown !== '') stderr.write(clearLine)
  }
  return {
    update(progress) {
      const now = clock().getTime()
      if (now - drawnAt < redrawMs && progress.done < progress.pages) return
      drawnAt = now
      // The last column stays free, or some terminals would break the line.
      shown = drawBar(progress, now - startedAt, columnsOf(stderr) - 1)
      stderr.write(`${clearLine}${shown}`)
    },
    above(write) {
      clear()
      write()
      if (shown !== '') stderr.write(shown)
    },
    end() {
      clear()
      shown = ''
    },
  }
}

const widestBar = 40

/**
 * Draw the line.
 * @param columns The most characters.
 */
export function drawBar({ done, pages }: RunProgress, elapsedMs: number, columns: number): string {
  const share = pages === 0 ? 1 : done / pages
  const left = done === 0 ? '' : `  ${duration((elapsedMs / done) * (pages - done))} left`
  const text = ` ${done}/${pages}  ${Math.floor(share * 100)} %${left}`
  const width = Math.min(widestBar, columns - text.length - 2)
  if (width < 5) return text.trim().slice(0, columns)
  const full = Math.round(share * width)
  return `[${'='.repeat(full)}${' '.repeat(width - full)}]${text}`
}

function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
