/** Previews: what imports would make of a space, to be read before they are carried out. @module */
import type { Principal } from '../auth/access-conditions.ts'
import type { Message } from '../isolation/frames.ts'
import { checkText, checkUnknownFields, nameType, wrongField } from './check-text.ts'
import { type AnswerWarning, contractLimits, importFields } from './contract.ts'
import type { AppliedCounts, PreviewChangeSince } from './contract-answers.ts'
import { parseObject } from './read-request.ts'
import type {
  Outcome,
  PageToSave,
  ReservedPage,
  SavedPage,
  WantedPages,
  WantedPlace,
  WantedReservations,
} from './target-wiki.ts'

/** A warning about a file that was sent into a preview. */
export interface PreviewWarning extends AnswerWarning {
  readonly file: string
  /** Whether the last import did not tell it. */
  readonly isNew: boolean
}

/** A link of a page that leads nowhere, were the preview applied. */
export interface BrokenLink {
  readonly pageId: string
  readonly title: string
  readonly targetId: string
  readonly targetTitle: string
  /** The part of the page that it names; undefined where the whole page is gone. */
  readonly anchor?: string
}

/** What is to be said of a preview, beside its pages. */
export interface PreviewReport {
  readonly warnings: readonly PreviewWarning[]
  /** Files that would not be imported, and why. */
  readonly failures: readonly { readonly file: string; readonly message: string }[]
  /** Pages that no file stands for any more, and that stay. */
  readonly staying: readonly {
    readonly file: string
    readonly pageId: string
    readonly why: string
  }[]
  /** Links that pages have, whether or not they are among those that differ. */
  readonly brokenLinks: readonly BrokenLink[]
  /** What there was no room for. */
  readonly unlisted: number
}

/** What is asked of a preview beside its pages. */
export interface PreviewFields {
  readonly spaceId: string
  readonly keepForMs: number | undefined
  /** Pages that no file stands for any more, with the versions that imports made. */
  readonly gone: readonly { readonly pageId: string; readonly version: number }[]
  readonly report: Omit<PreviewReport, 'brokenLinks'>
  /** Names of fields that nobody documents. */
  readonly unknownFields: readonly string[]
}

/** How long a preview is kept, unless it is said. */
export const usualKeepMs: number = 7 * 24 * 60 * 60 * 1000
/** The longest that can be said. */
export const maxKeepMs: number = 30 * 24 * 60 * 60 * 1000
export const minKeepMs: number = 60 * 1000
/** Of each list of a report. */
const maxListed = 1_000
const maxTextLength = 500

/**
 * Read a request about a preview, and check it, in a worker.
 * @returns The `PreviewFields`, as the message's value.
 * @throws {RequestError} `bad-request` naming the field.
 */
export function readPreview({ parts: [body] }: Message): Message {
  const members = parseObject(body as Uint8Array)
  const { spaceId, keepForMs } = members
  const { meaning } = importFields.spaceId
  const rowsOf = (name: keyof typeof rowFields): readonly Row[] => checkRows(members[name], name)
  const [gone, warnings, failures, staying] = [
    rowsOf('gone'),
    rowsOf('warnings'),
    rowsOf('failures'),
    rowsOf('staying'),
  ]
  const unknownFields = unknownOf(members, { gone, warnings, failures, staying })
  checkUnknownFields(unknownFields)
  const told = [warnings, failures, staying]
  const value: PreviewFields = {
    spaceId: checkText(spaceId, {
      name: 'spaceId',
      meaning,
      maxLength: contractLimits.maxIdLength,
    }),
    keepForMs: checkKeep(keepForMs),
    gone: checkGone(gone),
    report: {
      warnings: warnings.slice(0, maxListed).map((row, index) => {
        const { severity, ...texts } = checkTexts(row, `warnings[${index}]`, [
          'file',
          'code',
          'severity',
          'message',
        ])
        const isKnown = severity === 'lost' || severity === 'note'
        const line = checkLine(row.line, `warnings[${index}].line`)
        const isNew = checkBoolean(row.isNew, `warnings[${index}].isNew`)
        return { ...texts, line, isNew, severity: isKnown ? severity : 'changed' }
      }),
      failures: failures
        .slice(0, maxListed)
        .map((row, index) => checkTexts(row, `failures[${index}]`, ['file', 'message'])),
      staying: staying
        .slice(0, maxListed)
        .map((row, index) => checkTexts(row, `staying[${index}]`, ['file', 'pageId', 'why'])),
      unlisted: told.reduce((sum, rows) => sum + Math.max(0, rows.length - maxListed), 0),
    },
    unknownFields,
  }
  return { value, parts: [] }
}

/** The lists of a request, and what their rows may hold. */
const rowFields = {
  gone: ['pageId', 'version'],
  warnings: ['file', 'line', 'code', 'severity', 'message', 'isNew'],
  failures: ['file', 'message'],
  staying: ['file', 'pageId', 'why'],
} as const
const ownFields: ReadonlySet<string> = new Set(['spaceId', 'keepForMs', ...Object.keys(rowFields)])
type Row = Readonly<Record<string, unknown>>

function checkRows(value: unknown, name: keyof typeof rowFields): readonly Row[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    throw wrongField(name, `${name} must be an array of objects, got ${nameType(value)}.`)
  }
  for (const [index, row] of value.entries()) {
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) continue
    const which = `${name}[${index}]`
    throw wrongField(which, `${which} must be an object, got ${nameType(row)}.`)
  }
  return value
}

function unknownOf(
  members: Row,
  lists: Readonly<Record<keyof typeof rowFields, readonly Row[]>>,
): string[] {
  const names = Object.keys(lists) as (keyof typeof rowFields)[]
  return [
    ...Object.keys(members).filter((name) => !ownFields.has(name)),
    ...names.flatMap((list) =>
      lists[list].flatMap((row, index) =>
        Object.keys(row)
          .filter((name) => !rowFields[list].some((known) => known === name))
          .map((name) => `${list}[${index}].${name}`),
      ),
    ),
  ]
}

/** What a client leaves out is empty, and what is long ends earlier. */
function checkTexts<Name extends string>(
  row: Row,
  which: string,
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  const texts = names.map((name) => {
    const value = row[name] ?? ''
    const text = `${which}.${name}`
    if (typeof value === 'string') {
      return [name, value.slice(0, maxTextLength).toWellFormed().replaceAll('\0', '\uFFFD')]
    }
    throw wrongField(text, `${text} must be a string, got ${nameType(value)}.`)
  })
  return Object.fromEntries(texts) as Record<Name, string>
}

function checkLine(value: unknown = 0, name: string): number {
  if (Number.isSafeInteger(value)) return value as number
  throw wrongField(name, `${name} must be an integer, got ${nameType(value)}.`)
}

function checkBoolean(value: unknown = true, name: string): boolean {
  if (typeof value === 'boolean') return value
  throw wrongField(name, `${name} must be a boolean, got ${nameType(value)}.`)
}

function checkKeep(value: unknown): number | undefined {
  if (value === undefined) return undefined
  const isKept = Number.isSafeInteger(value) && (value as number) >= minKeepMs
  if (isKept && (value as number) <= maxKeepMs) return value as number
  throw wrongField(
    'keepForMs',
    `keepForMs must be ${minKeepMs} to ${maxKeepMs} milliseconds, which is a minute to 30 days.`,
  )
}

function checkGone(rows: readonly Row[]): PreviewFields['gone'] {
  const { maxReservedPages: most } = contractLimits
  if (rows.length > most)
    throw wrongField('gone', `gone must be an array of at most ${most} pages.`)
  return rows.map(({ pageId, version }, index) => {
    if (typeof pageId === 'string' && Number.isSafeInteger(version)) {
      return { pageId, version: Number(version) }
    }
    throw wrongField(`gone[${index}]`, `gone[${index}] must have a pageId and a version.`)
  })
}

/** Who asks about a preview. */
export interface PreviewCaller extends Principal {
  readonly apiTokenId: string
  readonly tokenName: string
  readonly userName: string
  /** Where the request came from. */
  readonly address: string
  readonly isPreviewOnly: boolean
  readonly isCreateOnly: boolean
  readonly requestId: string
}

/** A preview, as a request names it. */
export interface NamedPreview {
  readonly name: string
  /** The run of imports that the request belongs to, which is one of its API token. */
  readonly run: string
}

/** What became of a page that was put into a preview. */
export interface PreviewedPage {
  readonly outcome: Outcome
  readonly page: SavedPage
  /** In a dry run: the page that is there. */
  readonly existing: SavedPage | undefined
  /** All that is to be told, where that is more than the conversion had to tell. */
  readonly warnings?: readonly AnswerWarning[]
}

/** The previews, as the operation's edge sees them. */
export interface Previews {
  /** @throws {RequestError} `not-found` where the space is missing or closed to the caller. */
  begin(preview: NamedPreview, fields: PreviewFields, caller: PreviewCaller): Promise<void>
  /** @throws {RequestError} What would keep it from being imported. */
  putPage(
    preview: NamedPreview,
    wanted: WantedPlace,
    page: PageToSave,
    isDryRun: boolean,
  ): Promise<PreviewedPage>
  reservePages(
    preview: NamedPreview,
    wanted: WantedReservations,
  ): Promise<readonly ReservedPage[] | undefined>
  /** Show the pages of a run, once all were sent. */
  show(preview: NamedPreview, fields: PreviewFields, caller: PreviewCaller): Promise<void>
  /** @returns What was done, now or before, or what has changed so that nothing was. */
  apply(
    preview: NamedPreview,
    fields: PreviewFields,
    caller: PreviewCaller,
  ): Promise<AppliedPreview>
  /** @returns Whether there was one. */
  end(preview: NamedPreview, fields: PreviewFields, caller: PreviewCaller): Promise<boolean>
  findPages(wanted: WantedPages): Promise<readonly SavedPage[] | undefined>
}

export type AppliedPreview =
  | {
      readonly outcome: 'applied'
      readonly counts: AppliedCounts
      /** It was done before, and nothing now. */
      readonly isRepeated: boolean
    }
  | { readonly outcome: 'changed'; readonly changes: readonly PreviewChangeSince[] }
  /** Some of its pages were kept from being sent, for what is told of them; the others are where they are to be. */
  | {
      readonly outcome: 'stopped'
      readonly changes: readonly PreviewChangeSince[]
      readonly done: number
      readonly all: number
    }

/** Tell where a preview is read, below the wiki's public address. */
export function previewPath(name: string): string {
  return `/wiki/previews/${name}`
}
