/** Recorded answers and bodies of Confluence: an index that says what each is, and files beside it. @module */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConfluenceErrorKind } from '../../../src/confluence/confluence-error.ts'
import type { SiteKind } from '../../../src/wiki/pages/recorded-pages.ts'

export interface Recording {
  readonly id: string
  readonly file: string
  readonly kind: string
  readonly product: SiteKind
  /** `shortened` where the source left parts out. */
  readonly evidence?: string
  readonly next?: string
  /** Whether the request expanded the parts that Markport asks for (v1). */
  readonly expanded?: boolean
  readonly expect?: {
    readonly read: ConfluenceErrorKind
    readonly write: ConfluenceErrorKind
    readonly says?: string
  }
  readonly sameAs?: string
  /** The save before it, the blocks typed in since, and how many were added. */
  readonly pairOf?: string
  readonly typedBlocks?: readonly number[]
  readonly addedAtEnd?: number
  readonly sent?: readonly { readonly block: number; readonly node: object }[]
  readonly languageNamesSent?: boolean
}

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
  bodyOf(recording: Recording): string
}

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
