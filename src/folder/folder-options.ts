/** The options of an import of folders, and their defaults. @module */
import { randomUUID } from 'node:crypto'
import { importRows } from '../contract/options/import-options.ts'
import { fallbackOf, type ValuesOf } from '../contract/options/option-rows.ts'
import { serviceRows } from '../contract/options/service-options.ts'
import type { Connection } from './client/connection.ts'
import type { FolderEvent, PageWithoutFile } from './folder-events.ts'

/** Options that only the command line has, or that have another name and unit here. */
type CommandOnly =
  | ('space' | 'parent' | 'dialect' | 'maxFile' | 'fileTimeout' | 'previewFor')
  | ('endpoint' | 'timeout' | 'tokenFile')
  | ('failOn' | 'warnings' | 'report')

/** Options of `markport import` with the same name, value and default: docs/configuration.md. */
type SameOptions = Partial<Omit<ValuesOf<typeof importRows>, CommandOnly>>

export interface FolderOptions extends Connection, CheckOptions {
  /** Address of the service, or of any page of it. */
  readonly endpoint: string
  readonly spaceId: string
  /** Id of the page above all imported pages. */
  readonly parentId: string
  /** Take pages that other sources keep; false by default. */
  readonly takeOver?: boolean | undefined
  /** Move the pages of the source below `parentId`; false by default, which refuses. */
  readonly move?: boolean | undefined
  /** Check everything, write nothing; false by default. */
  readonly dryRun?: boolean
  /** File for the plan of a dry run; implies `dryRun`. */
  readonly planFile?: string | undefined
  /** A plan to apply; nothing is written if anything has changed since. */
  readonly applyFile?: string | undefined
  /** Name of a preview, such as `pr-123`, that shows the result without changing the space. */
  readonly preview?: string | undefined
  /** Lifetime of the preview in milliseconds; 7 days by default. */
  readonly previewForMs?: number
  readonly resend?: boolean | undefined
  /** Trash the pages of the source whose files are gone; false by default, which lists them. */
  readonly prune?: boolean | undefined
  /** Confirms trashing these pages; by default they are only listed. */
  readonly confirmPrune?: ((pages: readonly PageWithoutFile[]) => Promise<boolean>) | undefined
}

export interface CheckOptions extends FolderSource {
  /** Receives each page and warning as it comes. */
  readonly onEvent?: (event: FolderEvent) => void
}

export interface FolderSource extends SameOptions {
  /** Absolute paths of files and folders. */
  readonly paths: readonly string[]
  /** The folder that single files were imported from before; by default, the service is asked. */
  readonly importedBase?: string | undefined
  /** Absolute path of the folder to which the files of events are relative. */
  readonly workingFolder: string
  /** Id of the page above all imported pages. */
  readonly parentId?: string
  /** Dialects of the files; by default detected from the site's configuration. */
  readonly dialects?: readonly string[] | undefined
  /** Largest attached file in bytes; 4 MiB by default, 0 attaches none. */
  readonly maxFileBytes?: number
  /** Bytes that a request may hold; 8 MiB by default. */
  readonly maxBodyBytes?: number
  /** Largest Markdown of a page in bytes, without images; 1 MiB by default. */
  readonly maxMarkdownBytes?: number
  /**
   * Processor time for each file in milliseconds; 10 s by default. Beyond it, the generator's
   * constructs are not read.
   */
  readonly fileTimeoutMs?: number
}

type SourceSettings = CheckOptions & typeof sourceDefaults

export type FolderSettings = FolderOptions &
  typeof sourceDefaults &
  typeof folderDefaults & {
    readonly connection: Connection
    readonly previewUrl?: string
  }

const none: readonly string[] = []

const sourceDefaults = {
  exclude: none,
  glob: none,
  allowIgnored: none,
  maxFileBytes: fallbackOf(importRows.maxFile),
  maxBodyBytes: fallbackOf(serviceRows.maxBody),
  maxMarkdownBytes: fallbackOf(serviceRows.maxMarkdown),
  fileTimeoutMs: fallbackOf(importRows.fileTimeout),
  keepTitleHeading: false,
}
const folderDefaults = {
  overwrite: fallbackOf(importRows.overwrite),
  frontPage: fallbackOf(importRows.frontPage),
  dryRun: false,
  concurrency: fallbackOf(importRows.concurrency),
  resend: false,
  takeOver: false,
  move: false,
}

export function sourceSettings(options: CheckOptions): SourceSettings {
  return { ...sourceDefaults, ...withoutUndefined(options) }
}

export function folderSettings(options: FolderOptions): FolderSettings {
  const connection = { runId: randomUUID(), ...options }
  const settings = {
    ...sourceDefaults,
    ...folderDefaults,
    ...withoutUndefined(options),
    connection,
  }
  return { ...settings, dryRun: settings.dryRun || options.planFile !== undefined }
}

/** Callers without `exactOptionalPropertyTypes` may pass undefined. */
function withoutUndefined<Options extends object>(options: Options): Defined<Options> {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Defined<Options>
}

type Defined<Options> = { [Name in keyof Options]: Exclude<Options[Name], undefined> }
