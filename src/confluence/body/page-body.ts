/** The input and result of planning a body, which workers do without side effects. @module */
import { fromTextParts, type Workers, withTextParts } from '../../contract/base/message.ts'
import type { EditPolicy } from '../../contract/outcomes.ts'
import type { AdfDoc } from '../../convert/adf/types.ts'
import type { SiteKind } from '../../wiki/pages/recorded-pages.ts'
import type { RemoteComment } from '../site.ts'

export interface DocumentSettings {
  /** Names of macros for diagrams, by code language; see docs. */
  readonly diagramMacros: Readonly<Record<string, string>>
  /** Names of macros for formulas; undefined shows formulas as code. */
  readonly formulaMacros: { readonly block: string; readonly inline: string } | undefined
}

export interface PlacedFile {
  readonly sha256: string
  readonly name: string
  readonly fileId: string | undefined
}

export interface BodyRequest {
  readonly kind: SiteKind
  readonly baseUrl: string
  /** The document as JSON; images have addresses `attachment:` with a digest. */
  readonly adf: string
  readonly settings: DocumentSettings
  readonly pageId: string | undefined
  /** Attached files; images without one become their description. */
  readonly files: readonly PlacedFile[]
  /** The current body; undefined for a new page. */
  readonly theirs: string | undefined
  /** The body stored by the last import; undefined without one. */
  readonly base: string | undefined
  readonly edits: EditPolicy
  /** Open inline comments; undefined counts all whose markers are in the body. */
  readonly comments: readonly RemoteComment[] | undefined
}

export interface PlannedBody {
  /** ADF as JSON, or storage format. */
  readonly body: string
  /** Whether the page already has this content in any form. */
  readonly isSame: boolean
  readonly isSameText: boolean
  /**
   * One entry for each edit by people since the last import: true if this import keeps the edit.
   * When Confluence only stores our content in another form, that is no edit.
   */
  readonly keptEdits: readonly boolean[]
  readonly comments: readonly (RemoteComment & { readonly isKept: boolean })[]
  /**
   * The body without the edits that were kept, so that the next import still counts them as edits.
   * Undefined when the stored body can serve as the base.
   */
  readonly nextBase: string | undefined
}

export interface ReadBody {
  readonly blocks: readonly BodyBlock[]
  /** The text by the rules of `flatText`. */
  readonly text: string
  readonly markers: readonly CommentMarker[]
}

export interface BodyBlock {
  readonly source: string
  /** The canonical form, without comments: blocks with the same content have the same one. */
  readonly canonical: string
  readonly text: string
}

export interface CommentMarker {
  readonly marker: string
  /** Offsets in UTF-16 units; a comment may have several pieces. */
  readonly start: number
  readonly end: number
  /** The canonical form of an image, for a comment on the image: it has no text to find. */
  readonly image?: string
}

export interface BodyDialect {
  /**
   * Parse a body by any author; unknown nodes give their text.
   * @throws {RangeError} When the body nests too deep.
   */
  read(body: string): ReadBody
  /** Write a document block by block; its `annotation` marks are the comments. */
  write(doc: AdfDoc): readonly string[]
  join(sources: readonly string[]): string
}

/**
 * Plans a body in a worker.
 * @throws {RequestError} `bad-request` when a body is over a limit, `unavailable` when the queue is
 * full.
 */
export type PlanBody = (request: BodyRequest) => Promise<PlannedBody>

export function bodyPlanner(workers: Pick<Workers, 'convert'>): PlanBody {
  return async (request) =>
    fromTextParts(
      await workers.convert('plan-body', withTextParts(request, ['adf', 'theirs', 'base'])),
    )
}
