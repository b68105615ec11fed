/** The sources that a token may be made for. @module */
import { RequestError } from '../../contract/errors.ts'
import { contractLimits } from '../../contract/limits.ts'

/** The maximum for tokens that are kept to sources. */
const maxTokenSources = 50

/**
 * @param names The names of the only sources; undefined for any.
 * @returns JSON for the store.
 * @throws {RequestError} `bad-request` naming the field.
 */
export function writeTokenSources(names: readonly string[] | undefined): string {
  if (names === undefined) return '[]'
  const sources = [...new Set(names.map((name) => name.trim()))]
  const { maxSourceNameLength } = contractLimits
  const isName = (name: string): boolean =>
    name !== '' && name.length <= maxSourceNameLength && !/\p{Cc}|\p{Cs}/u.test(name)
  if (sources.length === 0 || sources.length > maxTokenSources || !sources.every(isName)) {
    throw new RequestError(
      'bad-request',
      `Name 1 to ${maxTokenSources} sources, each with 1 to ${maxSourceNameLength} characters, or leave them out for any.`,
      { field: 'sources' },
    )
  }
  return JSON.stringify(sources)
}

export function readTokenSources(stored: string): readonly string[] | undefined {
  const sources = JSON.parse(stored) as string[]
  return sources.length === 0 ? undefined : sources
}
