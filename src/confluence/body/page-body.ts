/** The input and result of planning a body, which workers do without side effects. @module */
import type { EditPolicy } from '../../contract/outcomes.ts'
import type { SiteKind } from '../../wiki/pages/connected-place.ts'

export interface DocumentSettings {
  /** Names of macros for diagrams, by code language; see docs. */
  readonly diagramMacros: Readonly<Record<string, string>>
  /** Names of macros for formulas; undefined shows formulas as code. */
  readonly formulaMacros: { readonly block: string; readonly inline: string } | undefined
}

/** An attachment of the page, by digest. */
export interface PlacedFile {
  readonly sha256: string
  readonly name: string
  readonly fileId: string | undefined
}

export interface BodyRequest {
  readonly kind: SiteKind
  /** The site, for links to attachments. */
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
  /** Markers and texts of the comments to keep. */
  readonly comments: readonly { readonly marker: string; readonly quoted: string }[]
}

export interface EditedBlock {
  readonly change: 'changed' | 'added' | 'removed'
  readonly before: string
  readonly after: string
  /** Whether the edit stays in the planned body. */
  readonly isKept: boolean
}

export interface PlannedBody {
  /** ADF as JSON, or storage format. */
  readonly body: string
  /** Whether the page already has this content in any form. */
  readonly isSame: boolean
  /** Whether the page already has the same words. */
  readonly isSameText: boolean
  /** Changes since the last import, without mere changes of form. */
  readonly edited: readonly EditedBlock[]
  readonly comments: readonly {
    readonly marker: string
    readonly quoted: string
    readonly isKept: boolean
  }[]
  /**
   * The base for the next import where an edit stays: without that edit, so that it still counts as
   * one. Undefined where the stored body is the base.
   */
  readonly nextBase: string | undefined
}
