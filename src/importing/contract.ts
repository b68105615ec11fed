/** The one operation's contract: its path, fields, limits and answers. @module */

export const contractLimits = {
  /** In UTF-16 units after trimming: Confluence's own column. */
  maxTitleLength: 255,
  maxIdLength: 255,
  /** Below the greatest whole number that all programs read alike, which stands for none in the store. */
  maxPosition: 9_007_199_254_740_990,
  maxReservedPages: 1_000,
  maxRefLength: 255,
  maxIdempotencyKeyLength: 255,
  maxSourceUrlLength: 2_000,
  maxLabels: 50,
  maxLabelLength: 255,
  /** Levels of arrays and objects in the request body. */
  maxJsonDepth: 32,
  /** Fields that the contract does not know. */
  maxUnknownFields: 100,
  /** Warnings in one answer, and in its record. */
  maxWarnings: 1_000,
  maxMessageLength: 300,
} as const

/**
 * The field table: validation, error messages, docs and the OpenAPI document are made from it.
 * `meaning` goes into sentences; `description` is Markdown and stands alone.
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

/** What a label is made of, for a class in a regular expression with the flag `u`. */
export const labelCharacters = '\\p{L}\\p{M}\\p{N}_+/\\-'

/** A label, for a regular expression with the flag `u`: one letter or digit at least can be seen. */
export const labelPattern: string = `^(?=.*[\\p{L}\\p{N}])[${labelCharacters}]+$`

const label = new RegExp(labelPattern, 'u')

/** Tell whether a text can be a label. */
export function isLabel(text: string): boolean {
  return label.test(text)
}

/** Tell whether a page may have this label, which has been folded. */
export function isKeptLabel(text: string): boolean {
  return text.length <= contractLimits.maxLabelLength && isLabel(text)
}

/** Word what the caller of a refused import is told. */
export function errorBody({ message }: Error): string {
  const body = `Error: ${message}`
  const { maxMessageLength } = contractLimits
  return body.length > maxMessageLength ? `${body.slice(0, maxMessageLength - 1)}…` : body
}

/** Fold a label: two that fold to the same are the same label, and the folded one is stored. */
export function foldLabel(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

export type ImportFieldName = keyof typeof importFields

/** A request whose fields have been checked. */
export interface ImportFields {
  readonly spaceId: string
  readonly parentId: string
  /** Trimmed. */
  readonly pageTitle: string
  readonly content: string
  readonly overwrite: boolean
  /** As they are stored; undefined leaves those of the page. */
  readonly labels: readonly string[] | undefined
  /** Undefined leaves that of the page. */
  readonly position: number | undefined
  /** Empty for none; undefined leaves that of the page, which a request cannot say. */
  readonly navigationTitle: string | undefined
  /** Empty where it is not known; undefined leaves that of the page, which a request cannot say. */
  readonly sourceUrl: string | undefined
  /** Undefined where space, parent and title name the page. */
  readonly pageId: string | undefined
  readonly dryRun: boolean
  readonly removeTitleHeading: boolean
}

/** What a request asks for, beside the Markdown itself. */
export type AskedFields = Omit<ImportFields, 'content'>

/** What a request that succeeded answers: each key with its status. */
export const successTable = {
  created: { status: 201, when: 'the page was made' },
  updated: { status: 200, when: 'the page was there: it has a new version' },
  unchanged: { status: 200, when: 'the page already holds exactly this: no new version' },
  'dry-run': {
    status: 200,
    when: '`outcome` says what would happen, `adf` is the converted document; `page` is the page that is there, as it is',
  },
} as const

/** Names the version that the page is to have. */
export const ifMatchHeader = 'if-match'

/** Says, by `*`, that there is to be no page yet. */
export const ifNoneMatchHeader = 'if-none-match'

export const idempotencyKeyHeader = 'idempotency-key'

/** Names the run of imports that a request belongs to, so that much is asked once for all of them. */
export const runHeader = 'markport-run'

/** What names a run. */
export const runPattern: RegExp = /^[A-Za-z0-9_-]{1,64}$/

/** Tells when the token of a request expires, in ISO 8601. */
export const tokenExpiresHeader = 'Markport-Token-Expires'

/** Spell the operation's path for one installation. */
export function webtriggerPath(appId: string, envId: string): string {
  return `/wiki/apps/${appId}/${envId}/webtrigger`
}

/** Where clients that know the service's address only find the rest. */
export const discoveryPath = '/.well-known/markport'

/** What is found there. */
export interface DiscoveryAnswer {
  /** Whole addresses. */
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

/** Spell the path of reservations for one installation. */
export function reservationsPath(appId: string, envId: string): string {
  return `/wiki/apps/${appId}/${envId}/reservations`
}

/** Spell the path that previews are below, for one installation. */
export function previewsPath(appId: string, envId: string): string {
  return `/wiki/apps/${appId}/${envId}/previews`
}

/** Something that the conversion had to change or leave out. */
export interface AnswerWarning {
  /** The stable word for it, as in docs/conversion.md. */
  readonly code: string
  readonly severity: keyof typeof warningSeverities
  /** For people. */
  readonly message: string
  /** Line of the Markdown from 1; 0 when the warning is not about a line. */
  readonly line: number
}

/** A page as answers show it. */
export interface AnswerPage {
  readonly id: string
  readonly title: string
  readonly spaceId: string
  readonly parentId: string
  /** From 1. */
  readonly version: number
  /** Where people read it. */
  readonly url: string
}

/** Where a page is that is not in Markport's own wiki. */
export interface PageTarget {
  readonly kind: 'cloud' | 'data-center'
  /** Where people read it. */
  readonly url: string
  /** Its version there. */
  readonly version: number
}

/** Every answer has these, whatever its status. */
export interface Answer {
  /** For people. */
  readonly body: string
  /** For programs. */
  readonly key: string
  readonly requestId: string
  /** Of an unknown outcome: what had not happened by then never will; in ISO 8601. */
  readonly undecidedUntil?: string
  /** Of 412: the version that the page has. */
  readonly version?: number
  /** The page that is there, where its text refuses to be written over; a dry run always tells it. */
  readonly page?: Pick<AnswerPage, 'id' | 'url'>
}

export interface ImportAnswer extends Answer {
  /** In a dry run: the page that is there, as it is. */
  readonly page?: AnswerPage
  /** Of a page in Confluence: where it is. */
  readonly target?: PageTarget
  readonly warnings: readonly AnswerWarning[]
  /** In a dry run: what the import would have done, and the converted document. */
  readonly outcome?: 'created' | 'updated' | 'unchanged'
  readonly foreseen?: AnswerForeseen
  readonly adf?: unknown
}

/** Who wrote a page last. */
export interface AnswerAuthor {
  /** For people. */
  readonly by: string
  /** In ISO 8601. */
  readonly at: string
}

/** What an import would do. */
export interface AnswerForeseen {
  /** The title that the page would have: another one than was asked for, where that is taken. */
  readonly title: string
  /** What becomes of a second page of that title, where titles stand once in a space. */
  readonly titleClash?: 'refuse' | 'suffix'
  /** The page would be read at another address than now. */
  readonly isReaddressed?: boolean
  /** Somebody edited it since the last import, or made it without one: who wrote it last. */
  readonly edited?: AnswerAuthor
  /** The words of open comments that would lose them. */
  readonly detaches?: readonly string[]
  /** The images and files that the page has not got yet, by the names that they would have. */
  readonly files?: readonly string[]
  /** Requests that its site would be sent, beside those that a run shares; none of the own wiki. */
  readonly requests?: number
}
