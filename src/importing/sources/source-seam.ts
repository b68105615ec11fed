/** What a wiki does for sources: lists their pages, ends their runs, tells what people edited. @module */
import type { Actor } from '../../auth/audit.ts'
import type { Principal } from '../../auth/reader.ts'
import type { AnswerSourcePage, ClosingAnswer, EditsAnswer } from '../../contract/answers.ts'
import { RequestError } from '../../contract/errors.ts'
import type { ClosingFields } from '../../contract/source-request.ts'

export interface SourcePart {
  readonly name: string
  /** The id of the last page of the part before; 0 for the first. */
  readonly after: number
  readonly limit: number
}

interface InSpace {
  readonly spaceIdOrKey: string
  readonly writer: Principal
}

type WantedSource = InSpace & SourcePart

export interface WantedClosing extends InSpace, Omit<ClosingFields, 'spaceId'> {
  readonly actor: Actor
}

export type ClosedSource = Pick<ClosingAnswer, 'trashed' | 'kept' | 'newWarnings' | 'oldWarnings'>

interface WantedEdits extends InSpace {
  readonly name: string
  readonly path: string
}

export type SourceEdits = Pick<EditsAnswer, 'version' | 'by' | 'at' | 'markdown' | 'edits'>

/** Each answers undefined when the space is of another wiki, missing, or closed to the writer. */
export interface SourceWiki {
  listSource(wanted: WantedSource): Promise<readonly AnswerSourcePage[] | undefined>
  /**
   * End a run.
   * @throws {RequestError} `bad-request` where the wiki cannot archive.
   */
  closeSource(wanted: WantedClosing): Promise<ClosedSource | undefined>
  /** @throws {RequestError} `not-found` where the source has no page of that path. */
  findSourceEdits(wanted: WantedEdits): Promise<SourceEdits | undefined>
}

export interface SourceKeeper {
  /** The names of the only sources; undefined for any, and for none. */
  readonly sources?: readonly string[] | undefined
}

/** @throws {RequestError} `forbidden` for a source that the token is not for. */
export function checkTokenSource({ sources }: SourceKeeper, name: string | undefined): void {
  if (sources === undefined || (name !== undefined && sources.includes(name))) return
  throw new RequestError(
    'forbidden',
    name === undefined
      ? 'This API token is kept to sources, so each import must name one of them. Send source, or use another token.'
      : 'This API token is kept to other sources than this one. Use a token that is for it.',
  )
}
