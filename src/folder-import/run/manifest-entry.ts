/** What a manifest remembers of a page. @module */
import { createHash } from 'node:crypto'
import type { FileWarning } from '../folder-events.ts'

export interface ManifestEntry {
  readonly pageId: string
  /** Empty for a page given by the file that no import has looked up yet. */
  readonly url: string
  readonly parentId: string
  readonly title: string
  /** SHA-256 of the title and Markdown last sent; empty to send it again. */
  readonly hash: string
  /** False while links to other pages are missing. */
  readonly isComplete: boolean
  /** The version that the import created. */
  readonly version?: number
  /** SHA-256 of the file, which identifies it after a move. */
  readonly source?: string
  /** Whether an import made the page. */
  readonly isMade?: boolean
  /** Whether it is in another wiki than the service's own. */
  readonly isElsewhere?: boolean
  /** Warnings of the service, repeated while the page is not sent. */
  readonly warnings?: readonly KeptWarning[]
}

export type KeptWarning = Omit<FileWarning, 'file' | 'isNew'>

export interface LeftPage {
  readonly path: string
  readonly pageId: string
  readonly url: string
  readonly parentId: string
  readonly title: string
  readonly version?: number
  readonly isMade?: boolean
}

/** A page that was sent, but not yet answered. */
export interface SendingPage {
  readonly path: string
  /** Undefined for a new page. */
  readonly pageId?: string
  readonly version: number
}

/** Digests of the warnings for each path. */
export type ToldWarnings = Readonly<Record<string, readonly string[]>>

interface WarningMemory {
  /**
   * Note a warning.
   * @returns Whether it is new; undefined where nothing is remembered.
   */
  note(path: string, warning: KeptWarning): boolean | undefined
  /** Note the end of a file; a failed one may not have told all its warnings. */
  end(path: string, hasFailed: boolean): void
  /**
   * Give the warnings to remember.
   * @param isComplete Whether all files were read; then others are dropped.
   */
  told(isComplete: boolean): ToldWarnings
}

/** Remember warnings without their lines, which change with every edit. */
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
