/** What the search for costly documents asks of each reader of text. @module */

/** Reads any text in one way. */
export interface FamilyReader {
  /** Pieces that the texts are made of. */
  readonly tokens: readonly string[]
  /** Make of a text what is read, where that costs the reader nothing. */
  prepare?(text: string): string
  /**
   * Read a text. Refusing it is fine.
   * @param text What a family makes, or what was prepared of it.
   */
  read(text: string): unknown
  /** Work of others that is part of reading, and is taken off. */
  others?(text: string): unknown
  /** Its own clock in milliseconds, where it works in another process. */
  now?(): number | Promise<number>
}

/** Take examples apart: into themselves, their lines, and the words, spaces and signs in them. */
export function tokensOf(examples: readonly string[]): readonly string[] {
  const parts = examples.flatMap((example) => [
    example,
    `${example}\n`,
    ...example.split('\n').flatMap((line) => [line, `${line}\n`]),
    ...(example.match(/[\w-]+|\s+|[^\w\s]+/g) ?? []),
  ])
  return [...new Set(parts)].filter((part) => part !== '' && part.length <= maxTokenLength)
}

/** Longer pieces leave no room for others. */
const maxTokenLength = 200
