/** The contract of the import operation: its path, fields, limits and answers. @module */

export const contractLimits = {
  /** In UTF-16 units after trimming; Confluence has the same limit. */
  maxTitleLength: 255,
  maxIdLength: 255,
  /** `Number.MAX_SAFE_INTEGER` minus 1, because the store uses the maximum for "no position". */
  maxPosition: 9_007_199_254_740_990,
  maxReservedPages: 1_000,
  maxRefLength: 255,
  maxIdempotencyKeyLength: 255,
  maxSourceUrlLength: 2_000,
  maxLabels: 50,
  maxLabelLength: 255,
  maxJsonDepth: 32,
  maxUnknownFields: 100,
  maxWarnings: 1_000,
  maxMessageLength: 300,
} as const

/**
 * The fields: validation, error messages, docs and the OpenAPI document are made from this table.
 * `meaning` is part of a sentence; `description` is Markdown.
 */
export const importFields = {
  spaceId: {
    type: 'string',
    isRequired: true,
    meaning: 'the space, by id or key',
    description: 'the space, by id or key',
    lengthLimit: 'maxIdLength',
  },
  parentId: {
    type: 'string',
    isRequired: true,
    meaning: 'id of the parent page',
    description: 'id of the parent page',
    lengthLimit: 'maxIdLength',
  },
  pageTitle: {
    type: 'string',
    isRequired: true,
    meaning: 'title of the page',
    description: 'title, 1 to 255 characters after trimming',
    lengthLimit: 'maxTitleLength',
  },
  content: {
    type: 'string',
    isRequired: true,
    meaning: 'Markdown',
    description: 'Markdown; must not be blank',
  },
  overwrite: {
    type: 'boolean',
    isRequired: false,
    fallback: false,
    meaning: 'update the page when it is there',
    description:
      '`true` creates the page or updates the one that is there; `false` fails if it is there',
  },
  labels: {
    type: 'array of strings',
    isRequired: false,
    meaning: 'all labels of the page',
    description:
      'all labels of the page, each of letters, digits and `-_+/`; without it the page keeps its labels',
  },
  position: {
    type: 'integer',
    isRequired: false,
    meaning: 'place among the pages below the same parent',
    description:
      'place among the pages below the same parent, 0 or more; pages without one follow, by title',
  },
  navigationTitle: {
    type: 'string',
    isRequired: false,
    meaning: 'what trees and lists call the page',
    description: 'what trees and lists call the page; without it they use the title',
    lengthLimit: 'maxTitleLength',
  },
  sourceUrl: {
    type: 'string',
    isRequired: false,
    meaning: 'where the file that the page is made of can be seen',
    description:
      'where the file that the page is made of can be seen or edited, `http` or `https`; the page links there',
    lengthLimit: 'maxSourceUrlLength',
  },
  pageId: {
    type: 'string',
    isRequired: false,
    meaning: 'id of the page itself, or of a reservation',
    description:
      'the page itself, by the id of a page of this space or of a reservation: it gets this title and stands below this parent',
    lengthLimit: 'maxIdLength',
  },
  dryRun: {
    type: 'boolean',
    isRequired: false,
    fallback: false,
    meaning: 'do every check, write nothing',
    description: 'do every check and the conversion, write nothing',
  },
  removeTitleHeading: {
    type: 'boolean',
    isRequired: false,
    fallback: true,
    meaning: 'leave out a first heading that says the title',
    description:
      '`true` leaves a first heading that says the title out of the page, which shows its title anyway; the Markdown that is kept has it',
  },
} as const

/** For a character class in a regular expression with the flag `u`. */
export const labelCharacters = '\\p{L}\\p{M}\\p{N}_+/\\-'

/** For a regular expression with the flag `u`: at least one letter or digit must be visible. */
export const labelPattern: string = `^(?=.*[\\p{L}\\p{N}])[${labelCharacters}]+$`

const label = new RegExp(labelPattern, 'u')

export function isLabel(text: string): boolean {
  return label.test(text)
}

/** @param text A folded label. */
export function isKeptLabel(text: string): boolean {
  return text.length <= contractLimits.maxLabelLength && isLabel(text)
}

export function errorBody({ message }: Error): string {
  const body = `Error: ${message}`
  const { maxMessageLength } = contractLimits
  return body.length > maxMessageLength ? `${body.slice(0, maxMessageLength - 1)}…` : body
}

/** Labels that fold to the same text are the same label; the folded text is stored. */
export function foldLabel(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

export type ImportFieldName = keyof typeof importFields

export interface ImportFields {
  readonly spaceId: string
  readonly parentId: string
  readonly pageTitle: string
  readonly content: string
  readonly overwrite: boolean
  /** Folded and sorted; undefined keeps those of the page. */
  readonly labels: readonly string[] | undefined
  /** Undefined keeps the page's position. */
  readonly position: number | undefined
  /** Empty for none; undefined, which requests cannot send, keeps the present one. */
  readonly navigationTitle: string | undefined
  /** Empty when unknown; undefined, which requests cannot send, keeps the present one. */
  readonly sourceUrl: string | undefined
  /** Undefined when space, parent and title identify the page. */
  readonly pageId: string | undefined
  readonly dryRun: boolean
  readonly removeTitleHeading: boolean
}

export type AskedFields = Omit<ImportFields, 'content'>

export const successTable = {
  created: { status: 201, when: 'the page was made' },
  updated: { status: 200, when: 'the page was there: it has a new version' },
  unchanged: { status: 200, when: 'the page already holds exactly this: no new version' },
  'dry-run': {
    status: 200,
    when: '`outcome` says what would happen, `adf` is the converted document; `page` is the page that is there, as it is',
  },
} as const

/** The version that the page must have. */
export const ifMatchHeader = 'if-match'

/** `*` says that the page must not exist. */
export const ifNoneMatchHeader = 'if-none-match'

export const idempotencyKeyHeader = 'idempotency-key'

/** Identifies the run of an import, so that a wiki can share look-ups among its imports. */
export const runHeader = 'markport-run'

export const runPattern: RegExp = /^[A-Za-z0-9_-]{1,64}$/

/** When the request's token expires, in ISO 8601. */
export const tokenExpiresHeader = 'Markport-Token-Expires'

export function webtriggerPath(appId: string, envId: string): string {
  return `/wiki/apps/${appId}/${envId}/webtrigger`
}

export const discoveryPath = '/.well-known/markport'

export interface DiscoveryAnswer {
  readonly endpoint: string
  readonly reservations: string
  readonly appId: string
  readonly envId: string
}

/** What a warning means for readers of the page. */
export const warningSeverities = {
  lost: 'a reader will not find it, or cannot follow it',
  changed: 'it is there in another form',
  note: 'it is about looks, or about what readers never see',
} as const

export function reservationsPath(appId: string, envId: string): string {
  return `/wiki/apps/${appId}/${envId}/reservations`
}

export function previewsPath(appId: string, envId: string): string {
  return `/wiki/apps/${appId}/${envId}/previews`
}

export interface AnswerWarning {
  /** The stable code, as in docs/conversion.md. */
  readonly code: string
  readonly severity: keyof typeof warningSeverities
  readonly message: string
  /** Line of the Markdown from 1; 0 when the warning is not about a line. */
  readonly line: number
}

export interface AnswerPage {
  readonly id: string
  readonly title: string
  readonly spaceId: string
  readonly parentId: string
  readonly version: number
  readonly url: string
}

/** The place of a page outside Markport's own wiki. */
export interface PageTarget {
  readonly kind: 'cloud' | 'data-center'
  readonly url: string
  readonly version: number
}

export interface Answer {
  readonly body: string
  readonly key: string
  readonly requestId: string
  /** For an unknown outcome: after this time (ISO 8601) the write can no longer happen. */
  readonly undecidedUntil?: string
  readonly version?: number
  /** For an import that must not overwrite: the existing page. A dry run always names it. */
  readonly page?: Pick<AnswerPage, 'id' | 'url'>
}

export interface ImportAnswer extends Answer {
  readonly page?: AnswerPage
  readonly target?: PageTarget
  readonly warnings: readonly AnswerWarning[]
  readonly outcome?: 'created' | 'updated' | 'unchanged'
  readonly foreseen?: AnswerForeseen
  readonly adf?: unknown
}

export interface AnswerAuthor {
  readonly by: string
  readonly at: string
}

export interface AnswerForeseen {
  readonly title: string
  /** What happens to a second page with the title, where titles are unique in a space. */
  readonly titleClash?: 'refuse' | 'suffix'
  readonly isReaddressed?: boolean
  /** The last author, when somebody edited the page since the last import. */
  readonly edited?: AnswerAuthor
  readonly detaches?: readonly string[]
  readonly files?: readonly string[]
  readonly requests?: number
}
