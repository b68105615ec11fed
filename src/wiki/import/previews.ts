/** Previews: what imports would make of a space, readable before they are carried out. @module */
import type { Principal } from '../../accounts/reader.ts'
import type { AnswerWarning, AppliedCounts, PreviewChangeSince } from '../../contract/answers.ts'
import type { CheckedRequest } from '../../contract/check-request.ts'
import type { PreviewFields } from '../../contract/preview-request.ts'
import type { Outcome } from './decide.ts'
import type {
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

/** A checked request, with the number of rows that its lists were too long for. */
export interface CheckedPreview extends CheckedRequest<PreviewFields> {
  readonly unlisted: number
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
  show(preview: NamedPreview, request: CheckedPreview, caller: PreviewCaller): Promise<void>
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

export function previewPath(name: string): string {
  return `/wiki/previews/${name}`
}
