/**
 * Bounds the bytes of answers that clients do not take. As long as there is room a slow client is
 * waited for; beyond it, those that took nothing for the longest time are cut off.
 * @module
 */
import type { ServerResponse } from 'node:http'

export interface UnsentAnswers {
  /** Watch over an answer until it has left. */
  follow(response: ServerResponse): void
}

interface Progress {
  unsentBytes: number
  /** When it last became less, on the monotonic clock. */
  movedAtMs: number
}

const watchMs = 100

/**
 * Start watching.
 * @param maxBytes What all answers together may leave unsent.
 */
export function unsentAnswers(maxBytes: number): UnsentAnswers {
  const open = new Map<ServerResponse, Progress>()
  let watching: NodeJS.Timeout | undefined

  const watch = (): void => {
    const now = performance.now()
    let totalBytes = 0
    for (const [response, progress] of open) {
      const unsentBytes = response.writableLength
      if (unsentBytes !== progress.unsentBytes) progress.movedAtMs = now
      progress.unsentBytes = unsentBytes
      totalBytes += unsentBytes
    }
    if (totalBytes <= maxBytes) return
    const waiting = [...open].sort(([, left], [, right]) => left.movedAtMs - right.movedAtMs)
    for (const [response, { unsentBytes }] of waiting) {
      if (unsentBytes === 0) continue
      response.destroy()
      totalBytes -= unsentBytes
      if (totalBytes <= maxBytes) return
    }
  }
  const forget = (response: ServerResponse): void => {
    open.delete(response)
    if (open.size > 0) return
    clearInterval(watching)
    watching = undefined
  }
  return {
    follow(response) {
      open.set(response, { unsentBytes: 0, movedAtMs: performance.now() })
      response.once('close', () => forget(response))
      watching ??= setInterval(watch, watchMs).unref()
    },
  }
}
