/** Which warnings were told before, so that new ones can be told from them. @module */
import { createHash } from 'node:crypto'
import type { KeptWarning } from './manifest-entry.ts'

/** Digests of what was told of each file, from the folder that the tree starts at. */
export type ToldWarnings = Readonly<Record<string, readonly string[]>>

export interface WarningMemory {
  /**
   * Note a warning.
   * @returns Whether it was not told before; undefined where nothing is remembered.
   */
  note(path: string, warning: KeptWarning): boolean | undefined
  /** Say how the work on a file ended: what was told of one that failed is not all. */
  end(path: string, hasFailed: boolean): void
  /**
   * Give what is to be remembered.
   * @param isComplete All files were worked on: others are gone.
   */
  told(isComplete: boolean): ToldWarnings
}

/** Remember warnings. Lines are no part of them: they move with every edit. */
export function warningMemory(before: ToldWarnings | undefined): WarningMemory {
  const left = new Map(Object.entries(before ?? {}).map(([path, old]) => [path, [...old]]))
  const now = new Map<string, string[]>()
  const failed = new Set<string>()
  return {
    note(path, warning) {
      const digest = digestOf(warning)
      const told = now.get(path) ?? []
      now.set(path, told)
      told.push(digest)
      const old = left.get(path) ?? []
      const index = old.indexOf(digest)
      if (index !== -1) old.splice(index, 1)
      return before === undefined ? undefined : index === -1
    },
    end(path, hasFailed) {
      if (hasFailed) failed.add(path)
      else if (!now.has(path)) now.set(path, [])
    },
    told(isComplete) {
      const whole = [...now].filter(([path]) => !failed.has(path))
      const all = new Map([...(isComplete ? [] : Object.entries(before ?? {})), ...whole])
      const sorted = [...all].filter(([, digests]) => digests.length > 0)
      return Object.fromEntries(
        sorted
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([path, digests]) => [path, digests.toSorted()]),
      )
    },
  }
}

const digestLength = 16

function digestOf({ code, message }: KeptWarning): string {
  return createHash('sha256').update(`${code}\n${message}`).digest('hex').slice(0, digestLength)
}
