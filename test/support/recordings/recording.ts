/** Recorded answers and bodies of Confluence: an index that says what each is, and files beside it. @module */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConfluenceErrorKind } from '../../../src/confluence/confluence-error.ts'
import type { SiteKind } from '../../../src/confluence/site.ts'

/** A line of the index; a body is a file without an envelope. */
export interface Recording {
  readonly id: string
  readonly file: string
  /** What it is: `page`, `error`, `adf-body`… */
  readonly kind: string
  readonly product: SiteKind
  /** Where it comes from; `shortened` where its source left parts out. */
  readonly evidence?: string
  /** The recording of the list's next part. */
  readonly next?: string
  /** Of REST v1: whether it was asked for with the parts that Markport asks for. */
  readonly expanded?: boolean
  /** Of an error: what it is to a read and to a write, and what its words fit. */
  readonly expect?: {
    readonly read: ConfluenceErrorKind
    readonly write: ConfluenceErrorKind
    readonly says?: string
  }
  /** Of a body: the recording that it says the same as. */
  readonly sameAs?: string
  /** Of a body: the save before it, the blocks that people typed in since, and how many they added. */
  readonly pairOf?: string
  readonly typedBlocks?: readonly number[]
  readonly addedAtEnd?: number
  /** Of a body: what was sent in the place of some blocks. */
  readonly sent?: readonly { readonly block: number; readonly node: object }[]
  /** Of a body: whether each block of code holds the language's name that was sent for it. */
  readonly languageNamesSent?: boolean
}

/** An answer as it was recorded. */
export interface RecordedAnswer {
  readonly request: { readonly method: string; readonly path: string } | null
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface Recordings {
  readonly items: readonly Recording[]
  find(id: string): Recording
  answerOf(recording: Recording): RecordedAnswer
  /** A body, as it was sent or answered. */
  bodyOf(recording: Recording): string
}

/**
 * Read an index.
 * @param folder Where `index.json` and its files are.
 */
export function readRecordings(folder: string): Recordings {
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8')
  const { items } = JSON.parse(read('index.json')) as { readonly items: readonly Recording[] }
  return {
    items,
    find(id) {
      const found = items.find((one) => one.id === id)
      if (found === undefined) throw new Error(`the index has no ${id}`)
      return found
    },
    answerOf: ({ file }) => JSON.parse(read(file)) as RecordedAnswer,
    bodyOf: ({ file }) => read(file),
  }
}
