/** Previews: what imports would make of a space, readable before they are carried out. @module */
import type { Principal } from '../auth/access-conditions.ts'
import type { AnswerWarning, AppliedCounts, PreviewChangeSince } from '../contract/answers.ts'
import { importFields } from '../contract/import-request.ts'
import { contractLimits } from '../contract/limits.ts'
import type { Message } from '../isolation/frames.ts'
import { checkText, checkUnknownFields, nameType, wrongField } from './check-text.ts'
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

export interface PreviewWarning extends AnswerWarning {
  readonly file: string
  readonly isNew: boolean
}

export interface BrokenLink {
  readonly pageId: string
  readonly title: string
  readonly targetId: string
  readonly targetTitle: string
  /** The missing part of the target; undefined when the whole page is gone. */
  readonly anchor?: string
}

export interface PreviewReport {
  readonly warnings: readonly PreviewWarning[]
  readonly failures: readonly { readonly file: string; readonly message: string }[]
  /** Pages without a file that are not deleted, with the reason. */
  readonly staying: readonly {
    readonly file: string
    readonly pageId: string
    readonly why: string
  }[]
  readonly brokenLinks: readonly BrokenLink[]
  readonly unlisted: number
}

export interface PreviewFields {
  readonly spaceId: string
  readonly keepForMs: number | undefined
  /** Pages without a file, with the versions that imports made. */
  readonly gone: readonly { readonly pageId: string; readonly version: number }[]
  readonly report: Omit<PreviewReport, 'brokenLinks'>
  readonly unknownFields: readonly string[]
}

export const usualKeepMs: number = 7 * 24 * 60 * 60 * 1000
export const maxKeepMs: number = 30 * 24 * 60 * 60 * 1000
export const minKeepMs: number = 60 * 1000
const maxListed = 1_000
const maxTextLength = 500

/**
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

/** Missing texts are empty, and long ones are cut. */
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

export interface PreviewCaller extends Principal {
  readonly apiTokenId: string
  readonly tokenName: string
  readonly userName: string
  readonly address: string
  readonly isPreviewOnly: boolean
  readonly isCreateOnly: boolean
  readonly requestId: string
}

export interface NamedPreview {
  readonly name: string
  readonly run: string
}

export interface PreviewedPage {
  readonly outcome: Outcome
  readonly page: SavedPage
  readonly existing: SavedPage | undefined
  /** All warnings, when there are more than those of the conversion. */
  readonly warnings?: readonly AnswerWarning[]
}

export interface Previews {
  /** @throws {RequestError} `not-found` when the space is missing or closed to the caller. */
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
  show(preview: NamedPreview, fields: PreviewFields, caller: PreviewCaller): Promise<void>
  /**
   * @returns What was done, now or earlier, or what changed in the space so that nothing was done.
   */
  apply(
    preview: NamedPreview,
    fields: PreviewFields,
    caller: PreviewCaller,
  ): Promise<AppliedPreview>
  /** @returns Whether there was a preview. */
  end(preview: NamedPreview, fields: PreviewFields, caller: PreviewCaller): Promise<boolean>
  findPages(wanted: WantedPages): Promise<readonly SavedPage[] | undefined>
}

export type AppliedPreview =
  | {
      readonly outcome: 'applied'
      readonly counts: AppliedCounts
      readonly isRepeated: boolean
    }
  | { readonly outcome: 'changed'; readonly changes: readonly PreviewChangeSince[] }
  /** Some pages could not be sent, for the listed reasons; the others are in place. */
  | {
      readonly outcome: 'stopped'
      readonly changes: readonly PreviewChangeSince[]
      readonly done: number
      readonly all: number
    }

export function previewPath(name: string): string {
  return `/wiki/previews/${name}`
}
