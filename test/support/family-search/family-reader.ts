/** What the search for costly documents asks of each reader of text. @module */

export interface FamilyReader {
  readonly tokens: readonly string[]
  prepare?(text: string): string
  read(text: string): unknown
  others?(text: string): unknown
  now?(): number | Promise<number>
}

export function tokensOf(examples: readonly string[]): readonly string[] {
  const parts = examples.flatMap((example) => [
    example,
    `${example}\n`,
    ...example.split('\n').flatMap((line) => [line, `${line}\n`]),
    ...(example.match(/[\w-]+|\s+|[^\w\s]+/g) ?? []),
  ])
  return [...new Set(parts)].filter((part) => part !== '' && part.length <= maxTokenLength)
}

const maxTokenLength = 200
