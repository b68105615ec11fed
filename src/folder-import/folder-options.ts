/** What callers say of an import of folders, and what holds where they say nothing. @module */
import { randomUUID } from 'node:crypto'
import type { DialectName } from '../dialects/dialects.ts'
import type { Connection } from '../http-client/send-request.ts'
import type { FolderEvent, PageWithoutFile } from './folder-events.ts'

/** Where an import of folders goes, what it takes and how. */
export interface FolderOptions extends Connection, CheckOptions {
  /** The address that `markport serve` prints, or that of any page of the service. */
  readonly endpoint: string
  /** The space, by id or key. */
  readonly spaceId: string
  /** Id of the page above all others. */
  readonly parentId: string
  /** A token of the wiki's own API, to check space and parent pages before anything is sent. */
  readonly hostToken?: string
  /** Update pages that are there; true by default. */
  readonly overwrite?: boolean
  /**
   * Whether the README or index of the folder becomes the text of the page that it is imported below,
   * where that is the homepage of its space and nobody else has written it; `auto` by default.
   */
  readonly frontPage?: FrontPage
  /** Do every check, write nothing; false by default. */
  readonly dryRun?: boolean
  /** Where a dry run writes what it foretells, for `applyFile`; makes this a dry run. */
  readonly planFile?: string
  /** A plan that is carried out if nothing has changed since; otherwise nothing is written. */
  readonly applyFile?: string
  /**
   * The preview that the pages are put into, by its name, such as `pr-123`: nothing of the space changes,
   * and the preview shows what an import would make of it.
   */
  readonly preview?: string
  /** How long that preview is kept, in milliseconds; 7 days by default. */
  readonly previewForMs?: number
  /** Requests at once; 3 by default. */
  readonly concurrency?: number
  /** Send what the manifest says was sent as well; false by default. */
  readonly resend?: boolean
  /** Look which pages without a file are still there, and list them; false by default. */
  readonly prune?: boolean
  /** Archive such pages rather than trash them, where their wiki can; false by default. */
  readonly archive?: boolean
  /** Asked, with a host token, whether to trash those pages that can go; without it they are only listed. */
  readonly confirmPrune?: (pages: readonly PageWithoutFile[]) => Promise<boolean>
}

/** What becomes of the front page of a folder. */
type FrontPage = 'auto' | 'no'

/** What to check, and how it would be imported. */
export interface CheckOptions extends FolderSource {
  /** Leave the heading that says the title in the page; false by default. */
  readonly keepTitleHeading?: boolean
  /** Where an import remembers what it sent and told; by default in `.markport` beside the files. */
  readonly manifestFile?: string
  /** Hears of each page and each warning as it comes. */
  readonly onEvent?: (event: FolderEvent) => void
}

/** Which files are imported, and within which limits. */
export interface FolderSource {
  /** Absolute paths of files and folders; none when `input` is given. */
  readonly paths: readonly string[]
  /** One page whose text comes from elsewhere. */
  readonly input?: StandardInput
  /** Absolute path of the folder that files are named from in events, and that `input` starts in. */
  readonly workingFolder: string
  /** Id of the page above all others. */
  readonly parentId?: string
  /** Patterns as in `.gitignore`, from the folder that the tree starts at; none by default. */
  readonly exclude?: readonly string[]
  /**
   * Patterns as in `.gitignore`, from the top of the repository: files that are taken though Git
   * ignores them, such as what a build made; none by default.
   */
  readonly allowIgnored?: readonly string[]
  /**
   * Patterns as shells have them, such as `guide/**`, from the folder that the tree starts at: other
   * files are left out. Without any, all are taken.
   */
  readonly glob?: readonly string[]
  /** Where titles are taken from; by default from front matter, a heading, navigation or the name. */
  readonly titleFrom?: TitleSource | undefined
  /** Whether files that name their pages by ids have those pages; true by default. */
  readonly pageIds?: boolean | undefined
  /** What the files are written in; by default found out from their site's own configuration. */
  readonly dialects?: readonly DialectName[] | undefined
  /** Of several versions of the docs, the one to read; by default the current one. */
  readonly docsVersion?: string | undefined
  /**
   * Where the files of the repository can be seen: what stands before their paths, such as
   * `https://github.com/owner/name/blob/main/`. By default the Git remote tells, if it is on a known forge.
   */
  readonly sourceUrl?: string | undefined
  /** Bytes of the largest file that is attached to a page that links to it; 4 MiB by default, 0 attaches none. */
  readonly maxFileBytes?: number
  /** Bytes that a request may hold; 8 MiB by default. */
  readonly maxBodyBytes?: number
  /** Bytes of Markdown in a page, images not counted; 1 MiB by default. */
  readonly maxMarkdownBytes?: number
  /**
   * How long one file may be worked on, in milliseconds of processor time; 10 s by default. What its
   * generator means is left out where that takes longer.
   */
  readonly fileTimeoutMs?: number
}

/** Where the titles of pages are taken from; a file that has none there is called by its name. */
export type TitleSource = 'heading' | 'front-matter' | 'file-name'

/** Text from elsewhere than a file. */
export interface StandardInput {
  /** The page's title; undefined takes that of the text. */
  readonly title: string | undefined
  readonly markdown: string
}

/** What has a default, of what is taken and of where it goes. */
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

/** What an import goes by. */
export type FolderSettings = FolderOptions &
  SourceDefaults &
  FolderDefaults & {
    readonly connection: Connection
    /** Where the preview is read that the pages are put into. */
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

/** Put defaults in place of what is missing. */
export function sourceSettings(options: CheckOptions): SourceSettings {
  return { ...sourceDefaults, ...given(options) }
}

/** Put defaults in place of what is missing, and name the run. */
export function folderSettings(options: FolderOptions): FolderSettings {
  const connection = { runId: randomUUID(), ...options }
  return { ...sourceDefaults, ...folderDefaults, ...given(options), connection }
}

/** Callers without TypeScript's stricter flags may say `undefined` for what they do not say. */
function given<Options extends object>(options: Options): Options {
  const said = Object.entries(options).filter(([, value]) => value !== undefined)
  return Object.fromEntries(said) as Options
}
