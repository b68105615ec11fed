/** What a manifest remembers of a page. @module */
import { createHash } from 'node:crypto'
import type { FileWarning } from '../folder-events.ts'

/** A page that a file became. */
export interface ManifestEntry {
  readonly pageId: string
  /** Empty where the file was given the page, and no import has looked it up yet. */
  readonly url: string
  readonly parentId: string
  readonly title: string
  /** SHA-256 of the title and of the Markdown that was last sent; empty where it is to be sent again. */
  readonly hash: string
  /** False while links to other pages are missing from it. */
  readonly isComplete: boolean
  /** Version of the page that the service made of the file. */
  readonly version?: number
  /** SHA-256 of the file, by which it is known again under another path. */
  readonly source?: string
  /** An import made the page; others were there before. */
  readonly isMade?: boolean
  /** It is not in the service's own wiki. */
  readonly isElsewhere?: boolean
  /** What the service had to say, so that it is said again while the file is not sent. */
  readonly warnings?: readonly KeptWarning[]
}

/** A warning of the service, by line of the file. */
export type KeptWarning = Omit<FileWarning, 'file' | 'isNew'>

/** A page that no file stands for any more, and the file that it was made from. */
export interface LeftPage {
  readonly path: string
  readonly pageId: string
  readonly url: string
  readonly parentId: string
  readonly title: string
  readonly version?: number
  readonly isMade?: boolean
}

/** A page that a plan had sent, before the service answered. */
export interface SendingPage {
  readonly path: string
  /** Undefined where the service gives it its id. */
  readonly pageId?: string
  /** The version that it gets. */
  readonly version: number
}

/** Digests of what was told of each file, from the folder that the tree starts at. */
export type ToldWarnings = Readonly<Record<string, readonly string[]>>

interface WarningMemory {
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
