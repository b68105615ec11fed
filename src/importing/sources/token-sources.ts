/** Keeps tokens to the sources that they are for. @module */
import { RequestError } from '../../contract/errors.ts'

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
