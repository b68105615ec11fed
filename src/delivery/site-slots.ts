/** Bounds how many deliveries are carried out at once: of each site, and of the process. @module */
import { RequestError } from '../errors.ts'

export interface SiteSlots {
  /**
   * Wait for a place.
   * @param site The site's address.
   * @param limitMs How long to wait.
   * @returns Gives the place back.
   * @throws {RequestError} `unavailable` when none becomes free.
   */
  enter(site: string, limitMs: number): Promise<() => void>
}

interface Line {
  atWork: number
  readonly waiting: Set<() => void>
}

/**
 * Make the places of a process.
 * @param limits Those at work of one site, and all that are at work or wait.
 */
export function siteSlots(limits: {
  readonly maxOfSite: number
  readonly maxInAll: number
}): SiteSlots {
  const lines = new Map<string, Line>()
  let inAll = 0
  // However slow a site is, others find room.
  const maxWithWaiting = Math.ceil(0.75 * limits.maxInAll)
  const leave = (site: string, line: Line): void => {
    line.atWork -= 1
    inAll -= 1
    const [next] = line.waiting
    if (next !== undefined) next()
    else if (line.atWork === 0) lines.delete(site)
  }
  const begin = (site: string, line: Line): (() => void) => {
    line.atWork += 1
    let isOver = false
    return () => {
      if (!isOver) leave(site, line)
      isOver = true
    }
  }
  return {
    async enter(site, limitMs) {
      const line = lines.get(site) ?? { atWork: 0, waiting: new Set() }
      const ofSite = line.atWork + line.waiting.size
      if (inAll >= limits.maxInAll || ofSite >= maxWithWaiting) throw full()
      lines.set(site, line)
      inAll += 1
      if (line.atWork < limits.maxOfSite) return begin(site, line)
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const enter = (): void => {
        line.waiting.delete(enter)
        clearTimeout(timer)
        resolve(begin(site, line))
      }
      const timer = setTimeout(() => {
        line.waiting.delete(enter)
        inAll -= 1
        reject(full())
      }, limitMs)
      line.waiting.add(enter)
      return promise
    },
  }
}

function full(): RequestError {
  return new RequestError(
    'unavailable',
    'As many imports are on their way to Confluence as it may be sent at once. Try again in a few seconds.',
    { retryAfterSeconds: 3 },
  )
}
