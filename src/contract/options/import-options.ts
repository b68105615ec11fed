/** Options of folder imports. @module */
import {
  type OptionRows,
  parseBoolean,
  parseDuration,
  parseEndpoint,
  parseGlobs,
  parseList,
  parsePageId,
  parseReport,
  parseSizeOrZero,
  parseSourceUrl,
  parseText,
  parseTitleSource,
  parseWord,
  type ReportFile,
  wholeNumber,
} from './option-parsers.ts'

const shownWarnings = ['lost', 'all', 'none'] as const

const frontPages = ['auto', 'no'] as const

export interface ImportOptionTypes {
  readonly endpoint: string
  readonly space: string
  readonly parent: string
  readonly tokenFile: string
  readonly hostTokenFile: string
  readonly exclude: readonly string[]
  readonly allowIgnored: readonly string[]
  readonly glob: readonly string[]
  readonly titleFrom: 'heading' | 'front-matter' | 'file-name'
  readonly dialect: readonly string[]
  readonly docsVersion: string
  readonly sourceUrl: string
  readonly maxFile: number
  readonly previewFor: number
  readonly overwrite: boolean
  readonly frontPage: (typeof frontPages)[number]
  readonly pageIds: boolean
  readonly keepTitleHeading: boolean
  readonly concurrency: number
  readonly timeout: number
  readonly fileTimeout: number
  readonly manifest: string
  readonly failOn: readonly string[]
  readonly warnings: (typeof shownWarnings)[number]
  readonly report: ReportFile
  readonly comment: boolean
}

export const importRows: OptionRows<ImportOptionTypes> = {
  endpoint: {
    flag: '--endpoint',
    argument: '<url>',
    env: 'MARKPORT_ENDPOINT',
    inFile: 'string',
    description: 'Address of the service, or the endpoint that `markport serve` prints.',
    parse: parseEndpoint,
  },
  space: {
    flag: '--space',
    argument: '<id>',
    env: 'MARKPORT_SPACE',
    inFile: 'string',
    description: 'Space to import into, by id or key.',
    parse: parseText,
  },
  parent: {
    flag: '--parent',
    argument: '<id>',
    env: 'MARKPORT_PARENT',
    inFile: 'string',
    description: 'Id of the page to import below.',
    parse: parsePageId,
  },
  tokenFile: {
    flag: '--token-file',
    argument: '<file>',
    env: 'MARKPORT_TOKEN_FILE',
    inFile: 'path',
    description: 'File with the API token, instead of MARKPORT_TOKEN.',
    parse: parseText,
  },
  hostTokenFile: {
    flag: '--host-token-file',
    argument: '<file>',
    env: 'MARKPORT_HOST_TOKEN_FILE',
    inFile: 'path',
    description:
      'File with a host token, instead of MARKPORT_HOST_TOKEN: space and parent are checked with it before anything is sent.',
    parse: parseText,
  },
  exclude: {
    flag: '--exclude',
    argument: '<patterns>',
    env: 'MARKPORT_EXCLUDE',
    isRepeatable: true,
    inFile: 'list',
    description: 'Files and folders to leave out, as in .gitignore, between commas.',
    parse: parseList,
  },
  allowIgnored: {
    flag: '--allow-ignored',
    argument: '<patterns>',
    env: 'MARKPORT_ALLOW_IGNORED',
    isRepeatable: true,
    description:
      'Files that are taken though Git ignores them, such as what a build made: patterns as in .gitignore from the top of the repository, between commas.',
    parse: parseList,
  },
  glob: {
    flag: '--glob',
    argument: '<patterns>',
    env: 'MARKPORT_GLOB',
    isRepeatable: true,
    inFile: 'list',
    description:
      'Files to take, as patterns of shells such as guide/**, between commas; by default all.',
    parse: parseGlobs,
  },
  titleFrom: {
    flag: '--title-from',
    argument: '<where>',
    env: 'MARKPORT_TITLE_FROM',
    inFile: 'string',
    description:
      'Where titles are taken from: heading, front-matter or file-name; a file without one is called by its name. By default front matter, heading, navigation or name, the first that there is.',
    parse: parseTitleSource,
  },
  dialect: {
    flag: '--dialect',
    argument: '<names>',
    env: 'MARKPORT_DIALECT',
    isRepeatable: true,
    inFile: 'list',
    description:
      'What the files are written in: github, mkdocs, docusaurus, mdx, vitepress, hugo, jekyll, mdbook, gitbook, obsidian, docfx, docsify, starlight, myst, quarto, mdc, gollum or azure. By default the configuration of their site tells.',
    parse: parseList,
  },
  docsVersion: {
    flag: '--docs-version',
    argument: '<version>',
    env: 'MARKPORT_DOCS_VERSION',
    inFile: 'string',
    description:
      'Of several versions of the docs that Docusaurus keeps in one tree, the one to import; by default the current one.',
    parse: parseText,
  },
  sourceUrl: {
    flag: '--source-url',
    argument: '<url>',
    env: 'MARKPORT_SOURCE_URL',
    inFile: 'string',
    description:
      'Where the files of the repository can be seen: what stands before their paths, such as https://github.com/owner/name/blob/main/. By default the Git remote tells, on a known forge.',
    parse: parseSourceUrl,
  },
  maxFile: {
    flag: '--max-file',
    argument: '<size>',
    env: 'MARKPORT_MAX_FILE',
    fallback: '4MiB',
    inFile: 'string',
    description:
      'Largest file that is attached to a page that links to it; links to larger ones lead to their source. 0 attaches none.',
    parse: parseSizeOrZero,
  },
  previewFor: {
    flag: '--preview-for',
    argument: '<duration>',
    env: 'MARKPORT_PREVIEW_FOR',
    fallback: '7d',
    inFile: 'string',
    description: 'How long a preview is kept after it was last sent: a minute to 30 days.',
    parse: parseDuration,
  },
  overwrite: {
    flag: '--no-overwrite',
    env: 'MARKPORT_OVERWRITE',
    fallback: 'true',
    inFile: 'boolean',
    description: 'Leave pages that are there as they are; the variable set to false says the same.',
    parse: parseBoolean,
  },
  frontPage: {
    flag: '--front-page',
    argument: '<when>',
    env: 'MARKPORT_FRONT_PAGE',
    fallback: 'auto',
    inFile: 'string',
    description:
      'Whether the README or index of the folder becomes the homepage of the space, where that is the page to import below: auto, if nobody else has written it, or no.',
    choices: frontPages,
    parse: parseWord(frontPages),
  },
  pageIds: {
    flag: '--no-page-ids',
    env: 'MARKPORT_PAGE_IDS',
    fallback: 'true',
    inFile: 'boolean',
    description:
      'Leave ids of pages unread that files name, as for mark and md2conf; the variable set to false says the same.',
    parse: parseBoolean,
  },
  keepTitleHeading: {
    flag: '--keep-title-heading',
    env: 'MARKPORT_KEEP_TITLE_HEADING',
    inFile: 'boolean',
    description: 'Leave the heading that is the title in its page as well.',
    parse: parseBoolean,
  },
  concurrency: {
    flag: '--concurrency',
    argument: '<count>',
    env: 'MARKPORT_CONCURRENCY',
    fallback: '3',
    inFile: 'integer',
    description: 'Pages sent at once: 1 to 32.',
    parse: wholeNumber(1, 32),
  },
  timeout: {
    flag: '--timeout',
    argument: '<duration>',
    env: 'MARKPORT_TIMEOUT',
    fallback: '30s',
    inFile: 'string',
    description: 'Longest wait for one answer; a service that is away is waited for twice as long.',
    parse: parseDuration,
  },
  fileTimeout: {
    flag: '--file-timeout',
    argument: '<duration>',
    env: 'MARKPORT_FILE_TIMEOUT',
    fallback: '10s',
    inFile: 'string',
    description:
      'Longest work on one file, as processor time: one that takes longer is sent as plain Markdown.',
    parse: parseDuration,
  },
  manifest: {
    flag: '--manifest',
    argument: '<file>',
    env: 'MARKPORT_MANIFEST',
    inFile: 'path',
    description:
      'File that remembers what was imported; by default .markport/manifest.json beside the files.',
    parse: parseText,
  },
  failOn: {
    flag: '--fail-on',
    argument: '<which>',
    env: 'MARKPORT_FAIL_ON',
    isRepeatable: true,
    inFile: 'list',
    description:
      'Warnings that the run fails for, between commas: codes, lost, changed, note or all; new is those alone that no import has told. By default lost with --check, and none otherwise.',
    parse: parseList,
  },
  warnings: {
    flag: '--warnings',
    argument: '<which>',
    env: 'MARKPORT_WARNINGS',
    fallback: 'lost',
    inFile: 'string',
    description:
      'Warnings that are shown one by one: lost, for what readers will not find, all or none.',
    choices: shownWarnings,
    parse: parseWord(shownWarnings),
  },
  report: {
    flag: '--report',
    argument: '<format file>',
    env: 'MARKPORT_REPORT',
    description:
      'File to write what became of the pages to, for those who review a change: markdown and its name.',
    parse: parseReport,
  },
  comment: {
    flag: '--comment',
    env: 'MARKPORT_COMMENT',
    description:
      'Keep that report as a comment of the pull or merge request that the CI job is of, with the token in GITHUB_TOKEN or GITLAB_TOKEN.',
    parse: parseBoolean,
  },
}
