/**
 * What a page's body is planned from, and what comes of it: pure work on documents, done by workers.
 * @module
 */
import type { SiteKind } from '../site.ts'

/**
 * What becomes of what people wrote in Confluence: changes since the last import, and pages that no
 * import wrote. Only `overwrite` takes such a page.
 */
export const editPolicies = ['overwrite-imported', 'overwrite', 'refuse', 'keep-theirs'] as const
export type EditPolicy = (typeof editPolicies)[number]

/** What a site has that documents may use. */
export interface DocumentSettings {
  /** The name of the macro that shows diagrams, by the language of their code block; see docs. */
  readonly diagramMacros: Readonly<Record<string, string>>
  /** The names of the macros that show formulas; undefined leaves them readable as code. */
  readonly formulaMacros: { readonly block: string; readonly inline: string } | undefined
}

/** A file of the page, by the digest of its bytes. */
export interface PlacedFile {
  readonly sha256: string
  readonly name: string
  readonly fileId: string | undefined
}

export interface BodyWanted {
  readonly kind: SiteKind
  /** Of the site: links to attached files begin with it. */
  readonly baseUrl: string
  /** The converted document as JSON text, its images named `attachment:` and a digest. */
  readonly adf: string
  readonly settings: DocumentSettings
  /** The page's id, once it has one. */
  readonly pageId: string | undefined
  /** Files that are attached; an image without one is its description. */
  readonly files: readonly PlacedFile[]
  /** The body that the page has now; undefined for a new page. */
  readonly theirs: string | undefined
  /** The body as it was stored by the last import; undefined where there was none. */
  readonly base: string | undefined
  readonly edits: EditPolicy
  /** Markers of the comments that are to be kept, with their text. */
  readonly comments: readonly { readonly marker: string; readonly quoted: string }[]
}

/** A block that somebody changed in Confluence. */
export interface EditedBlock {
  /** `changed`, `added` or `removed` there. */
  readonly change: 'changed' | 'added' | 'removed'
  /** The first words of it, before and after. */
  readonly before: string
  readonly after: string
  /** Whether theirs stands in the planned body. */
  readonly isKept: boolean
}

export interface PlannedBody {
  /** What is sent: ADF as JSON text, or storage format. */
  readonly body: string
  /** Whether the page says that already, whatever the form that Confluence gave it. */
  readonly isSame: boolean
  /** Whether it has the same words, in whatever form. */
  readonly isSameText: boolean
  /** What they changed since the last import; empty where only its form is another. */
  readonly edited: readonly EditedBlock[]
  readonly comments: readonly {
    readonly marker: string
    readonly quoted: string
    readonly isKept: boolean
  }[]
  /**
   * What the next import is to take as its base, where an edit of theirs is kept in the body: without
   * it, since compared with it the edit is still theirs. Undefined where that is the body as stored.
   */
  readonly nextBase: string | undefined
}
