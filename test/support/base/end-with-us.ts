/** Processes that must not outlive the one that started them, whatever ends it. @module */

const started = new Map<number, NodeJS.Signals>()
const deadlySignals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

/** Call the returned function once the process has ended: its number may be reused. */
export function endWithUs(pid: number, signal: NodeJS.Signals): () => void {
  if (started.size === 0) listen()
  started.set(pid, signal)
  return () => {
    started.delete(pid)
    if (started.size === 0) ignore()
  }
}

function listen(): void {
  process.on('exit', endAll)
  for (const signal of Object.keys(deadlySignals)) process.on(signal, exit)
}

function ignore(): void {
  process.off('exit', endAll)
  for (const signal of Object.keys(deadlySignals)) process.off(signal, exit)
}

/** Without a listener, a signal skips the exit handlers. */
function exit(signal: keyof typeof deadlySignals): void {
  process.exit(deadlySignals[signal])
}

function endAll(): void {
  for (const [pid, signal] of started) {
    try {
      process.kill(pid, signal)
    } catch {}
  }
}
