/** How V8 collects garbage in a process that answers requests. @module */
import { setFlagsFromString } from 'node:v8'

/**
 * Have the garbage of requests collected without other threads, from here on: it dies young and is
 * little at a time, so that to share the work out costs more than the work.
 */
export function collectWithoutHelpers(): void {
  setFlagsFromString('--no-parallel-scavenge')
}
