/** What callers say of an import of folders, and what holds where they say nothing. @module */
import { randomUUID } from 'node:crypto'
import type { DialectName } from '../dialects/dialects.ts'
import type { Connection } from '../http-client/send-request.ts'
import type { FolderEvent, PageWithoutFile } from './folder-events.ts'

/** Where an import of folders goes, what it takes and how. */
export interface FolderOptions extends Connection, CheckOptions {
  /** Address of the service, or of any page of it. */
  readonly endpoint: string
  /** Id or key of the space. */
  readonly spaceId: string
  /** Id of the page above all imported pages. */
  readonly parentId: string
  /** A token of the wiki's API, to check space and parent pages first. */
  readonly hostToken?: string
  /** Update existing pages; true by default. */
  readonly overwrite?: boolean
  /**
   * Whether the folder's README becomes the text of the space's homepage, if nobody else has
   * written it; `auto` by default.
   */
  readonly frontPage?: FrontPage
  /** Check everything, write nothing; false by default. */
  readonly dryRun?: boolean
  /** File for the plan of a dry run; implies `dryRun`. */
  readonly planFile?: string
  /** A plan to apply; nothing is written if anything has changed since. */
  readonly applyFile?: string
  /** Name of a preview, such as `pr-123`, that shows the result without changing the space. */
  readonly preview?: string
  /** Lifetime of the preview in milliseconds; 7 days by default. */
  readonly previewForMs?: number
  /** Concurrent requests; 3 by default. */
  readonly concurrency?: number
  readonly resend?: boolean
  /** List the existing pages whose files are gone; false by default. */
  readonly prune?: boolean
  /** Archive such pages instead of trashing them, where the wiki can; false by default. */
  readonly archive?: boolean
  /** Confirms trashing these pages, which needs a host token; by default they are only listed. */
  readonly confirmPrune?: (pages: readonly PageWithoutFile[]) => Promise<boolean>
}

type FrontPage = 'auto' | 'no'

/** What to check, and with which options. */
export interface CheckOptions extends FolderSource {
  /** Keep the heading that repeats the title; false by default. */
  readonly keepTitleHeading?: boolean
  /** Where an import remembers what it sent; by default in `.markport` beside the files. */
  readonly manifestFile?: string
  /** Receives each page and warning as it comes. */
  readonly onEvent?: (event: FolderEvent) => void
}

/** Which files are imported, and within which limits. */
export interface FolderSource {
  /** Absolute paths of files and folders; none when `input` is given. */
  readonly paths: readonly string[]
  readonly input?: StandardInput
  /** Absolute path of the folder that events name files from, and that `input` belongs to. */
  readonly workingFolder: string
  /** Id of the page above all imported pages. */
  readonly parentId?: string
  /** Patterns as in `.gitignore`, from the tree's base. */
  readonly exclude?: readonly string[]
  /**
   * Patterns as in `.gitignore`, from the repository's root, for files to take although Git ignores
   * them.
   */
  readonly allowIgnored?: readonly string[]
  /**
   * Shell patterns such as `guide/**`, from the tree's base; other files are left out. By default
   * all are taken.
   */
  readonly glob?: readonly string[]
  /** Source of titles; by default front matter, a heading, navigation or the file's name. */
  readonly titleFrom?: TitleSource | undefined
  /** Whether page ids in files count; true by default. */
  readonly pageIds?: boolean | undefined
  /** Dialects of the files; by default detected from the site's configuration. */
  readonly dialects?: readonly DialectName[] | undefined
  /** The version of the docs to read; by default the current one. */
  readonly docsVersion?: string | undefined
  /**
   * Prefix of source links, such as `https://github.com/owner/name/blob/main/`; by default derived
   * from the Git remote on known forges.
   */
  readonly sourceUrl?: string | undefined
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

export type TitleSource = 'heading' | 'front-matter' | 'file-name'

export interface StandardInput {
  /** The page's title; undefined takes it from the text. */
  readonly title: string | undefined
  readonly markdown: string
}

type SourceDefaults = Required<
  Pick<
    CheckOptions,
    | 'exclude'
    | 'glob'
    | 'allowIgnored'
    | 'maxFileBytes'
    | 'maxBodyBytes'
    | 'maxMarkdownBytes'
    | 'fileTimeoutMs'
    | 'keepTitleHeading'
  >
>
type FolderDefaults = Required<
  Pick<FolderOptions, 'overwrite' | 'frontPage' | 'dryRun' | 'concurrency' | 'resend'>
>

/** What a check goes by: the options, and defaults in place of those that are missing. */
type SourceSettings = CheckOptions & SourceDefaults

export type FolderSettings = FolderOptions &
  SourceDefaults &
  FolderDefaults & {
    readonly connection: Connection
    /** Where the preview is read. */
    readonly previewUrl?: string
  }

const sourceDefaults: SourceDefaults = {
  exclude: [],
  glob: [],
  allowIgnored: [],
  maxFileBytes: 4 * 1024 * 1024,
  maxBodyBytes: 8 * 1024 * 1024,
  maxMarkdownBytes: 1024 * 1024,
  fileTimeoutMs: 10_000,
  keepTitleHeading: false,
}
const folderDefaults: FolderDefaults = {
  overwrite: true,
  frontPage: 'auto',
  dryRun: false,
  concurrency: 3,
  resend: false,
}

export function sourceSettings(options: CheckOptions): SourceSettings {
  return { ...sourceDefaults, ...given(options) }
}

export function folderSettings(options: FolderOptions): FolderSettings {
  const connection = { runId: randomUUID(), ...options }
  return { ...sourceDefaults, ...folderDefaults, ...given(options), connection }
}

/** Callers without `exactOptionalPropertyTypes` may pass undefined. */
function given<Options extends object>(options: Options): Options {
  const said = Object.entries(options).filter(([, value]) => value !== undefined)
  return Object.fromEntries(said) as Options
}
