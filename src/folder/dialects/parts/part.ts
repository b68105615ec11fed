/**
 * What a document consists of. Reading gives these parts, constructs take some and give others, and
 * writing makes Markdown of them.
 * @module
 */

import type { Syntax } from './syntax.ts'

/** Markdown of one line, without code, comments and tags. */
export interface Text {
  readonly type: 'text'
  readonly text: string
}

/** The end of a line; the parts behind it stand on the line with that number in the source. */
export interface Break {
  readonly type: 'break'
  readonly line: number
}

/** A tag or comment that stays as it is written, or the part of it on one line. */
export interface Raw {
  readonly type: 'raw'
  readonly text: string
  /** Whether it belongs to a comment. */
  readonly isComment?: true
}

/** Code within a sentence, or the part of it on one line, with its backquotes. */
export interface CodeSpan {
  readonly type: 'span'
  readonly text: string
  /** Whether the code continues on the next line. */
  readonly goesOn?: boolean
}

export interface LineOfCode {
  /** The marks of quotes and indentation of lists before the code. */
  readonly prefix: string
  readonly text: string
  readonly line: number
  /** The columns that make indented code, as they are written. */
  readonly indentation?: string
}

/** A block of code. */
export interface Code {
  readonly type: 'code'
  /** The fence as it is written; empty for indented code, undefined where the writer chooses. */
  readonly fence?: string
  readonly info: string
  readonly lines: readonly LineOfCode[]
  /** Source line of the opening fence, or of the first line. */
  readonly line: number
  /** The closing fence as it is written; undefined where it is missing. */
  readonly closing?: LineOfCode
}

export interface FrontMatterPart {
  readonly type: 'frontMatter'
  readonly lines: readonly string[]
  readonly line: number
}

/** A tag of a syntax that the dialect reads, with what stands between its two ends. */
export interface Tag {
  readonly type: 'tag'
  readonly syntax: Syntax
  readonly name: string
  /** `open` and `close` lack their other end. */
  readonly kind: 'pair' | 'single' | 'open' | 'close'
  /** The text between the name and the end of the opening tag. */
  readonly attributes: string
  readonly opening: string
  readonly closing: string
  readonly children: readonly Part[]
  /** The text between both ends as it is written. */
  readonly source: string
  /** What stands before the tag on its line in the source. */
  readonly before: string
  readonly line: number
  readonly contentLine: number
  readonly closingLine: number
  /** Whether only spaces follow on its last line. */
  readonly endsLine: boolean
  readonly parent: Tag | undefined
  /** How many tags of that name precede it in its parent. */
  readonly position: number
  /** Columns of indentation that the syntax takes off its content; by default the common one. */
  readonly indent?: number
}

/** Parts on lines of their own. */
export interface Block {
  readonly type: 'block'
  readonly children: readonly Part[]
  readonly line: number
}

export interface Alert {
  readonly type: 'alert'
  readonly kind: string
  /** Markdown of one line; empty for none. */
  readonly title: string
  readonly children: readonly Part[]
  readonly line: number
}

/** A part of a page that opens, or a tab. */
export interface Details {
  readonly type: 'details'
  /** Markdown of one line; its formatting is dropped. */
  readonly label: string
  readonly isTab: boolean
  readonly children: readonly Part[]
  readonly line: number
}

/** An item of a list. */
export interface ListItem {
  readonly type: 'item'
  /** `- ` or `1. `. */
  readonly marker: string
  readonly children: readonly Part[]
  readonly line: number
  /** Whether no blank lines stand between it and its neighbours. */
  readonly isTight?: true
}

export interface LinkPart {
  readonly type: 'link'
  readonly address: string
  readonly children: readonly Part[]
}

export interface ImagePart {
  readonly type: 'image'
  readonly address: string
  /** Plain words. */
  readonly alt: string
  /** Plain words with character references; empty for none. */
  readonly caption: string
  readonly width?: string
}

export type Part =
  | Text
  | Break
  | Raw
  | CodeSpan
  | Code
  | FrontMatterPart
  | Tag
  | Block
  | Alert
  | Details
  | ListItem
  | LinkPart
  | ImagePart

/** Parts as lines. */
export interface PartRow {
  readonly parts: readonly Part[]
  readonly line: number
}

export function rowsOf(parts: readonly Part[], line: number): readonly PartRow[] {
  const rows: { parts: Part[]; line: number }[] = [{ parts: [], line }]
  for (const part of parts) {
    if (part.type === 'break') rows.push({ parts: [], line: part.line })
    else (rows.at(-1) as { parts: Part[] }).parts.push(part)
  }
  return rows
}

export function partsOfRows(rows: readonly PartRow[]): readonly Part[] {
  return rows.flatMap(({ parts, line }, index) =>
    index === 0 ? parts : [{ type: 'break', line } as const, ...parts],
  )
}

/** Make parts of Markdown that holds neither code nor tags, all on one line of the source. */
export function textParts(markdown: string, line: number): readonly Part[] {
  return markdown.split('\n').flatMap((text, index): readonly Part[] =>
    index === 0
      ? [{ type: 'text', text }]
      : [
          { type: 'break', line },
          { type: 'text', text },
        ],
  )
}

/** Put parts below each other, with blank lines between them. */
export function stack(groups: readonly (readonly Part[])[], line: number): readonly Part[] {
  const blank: readonly Part[] = [
    { type: 'break', line },
    { type: 'break', line },
  ]
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [...blank, ...group]))
}

/**
 * Change the parts in all parts that hold others, innermost first.
 * @returns The same array where nothing changed.
 */
export function mapChildren(
  parts: readonly Part[],
  change: (children: readonly Part[], line: number) => readonly Part[],
): readonly Part[] {
  if (!parts.some((part) => 'children' in part)) return parts
  const newParts = parts.map((part) => {
    if (!('children' in part)) return part
    const line = 'line' in part ? part.line : 0
    const children = change(mapChildren(part.children, change), line)
    return children === part.children ? part : { ...part, children }
  })
  return newParts.some((part, index) => part !== parts[index]) ? newParts : parts
}
