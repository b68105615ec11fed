/** Previews: what imports would change in a space, shown before they are applied. @module */
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
  readonly anchor?: string
}

export interface PreviewReport {
  readonly warnings: readonly PreviewWarning[]
  readonly failures: readonly { readonly file: string; readonly message: string }[]
  /** Pages without a file that will not be deleted, with the reason. */
  readonly staying: readonly {
    readonly file: string
    readonly pageId: string
    readonly why: string
  }[]
  readonly brokenLinks: readonly BrokenLink[]
  readonly unlisted: number
}

/** A checked request, with the number of rows beyond the limits of its lists. */
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
  readonly warnings?: readonly AnswerWarning[]
}

export interface Previews {
  /** @throws {RequestError} `not-found` when the space is missing or closed to the caller. */
  begin(preview: NamedPreview, fields: PreviewFields, caller: PreviewCaller): Promise<void>
  /** @throws {RequestError} When the import would be refused. */
  putPage(
    preview: NamedPreview,
    target: WantedPlace,
    page: PageToSave,
    isDryRun: boolean,
  ): Promise<PreviewedPage>
  reservePages(
    preview: NamedPreview,
    request: WantedReservations,
  ): Promise<readonly ReservedPage[] | undefined>
  show(preview: NamedPreview, request: CheckedPreview, caller: PreviewCaller): Promise<void>
  /**
   * @returns The counts, also of an earlier call, or what changed in the space and prevented it.
   */
  apply(
    preview: NamedPreview,
    fields: PreviewFields,
    caller: PreviewCaller,
  ): Promise<AppliedPreview>
  end(preview: NamedPreview, fields: PreviewFields, caller: PreviewCaller): Promise<boolean>
  findPages(request: WantedPages): Promise<readonly SavedPage[] | undefined>
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
