/** What a manifest remembers of a page. @module */
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
