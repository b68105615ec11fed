/**
 * The parts of a document: the parser creates them, constructs replace them, the writer prints
 * them. @module
 */
import type { Syntax } from './syntax.ts'

/** Markdown within a line, without code, comments and tags. */
export interface Text {
  readonly type: 'text'
  readonly text: string
}

/** A line break; `line` is the source line of what follows. */
interface Break {
  readonly type: 'break'
  readonly line: number
}

/** An unchanged tag or comment, or the part of it on one line. */
export interface Raw {
  readonly type: 'raw'
  readonly text: string
  readonly isComment?: true
}

/** A code span with its backquotes, or the part of it on one line. */
export interface CodeSpan {
  readonly type: 'span'
  readonly text: string
  /** Whether the code span continues on the next line. */
  readonly goesOn?: boolean
}

export interface LineOfCode {
  /** Quote marks and list indentation before the code. */
  readonly prefix: string
  readonly text: string
  readonly line: number
  /** Indentation of indented code. */
  readonly indentation?: string
}

export interface Code {
  readonly type: 'code'
  /** The fence; empty for indented code, and undefined to let the writer choose one. */
  readonly fence?: string
  readonly info: string
  readonly lines: readonly LineOfCode[]
  readonly line: number
  /** The closing line; undefined if the fence is never closed. */
  readonly closing?: LineOfCode
}

interface FrontMatterPart {
  readonly type: 'frontMatter'
  readonly lines: readonly string[]
  readonly line: number
}

/** A tag with the content between its two ends. */
export interface Tag {
  readonly type: 'tag'
  readonly syntax: Syntax
  readonly name: string
  /** `open` and `close` have no counterpart. */
  readonly kind: 'pair' | 'single' | 'open' | 'close'
  /** Text between the name and the end of the opening tag. */
  readonly attributes: string
  readonly opening: string
  readonly closing: string
  readonly children: readonly Part[]
  /** The unchanged source of the content. */
  readonly source: string
  /** Text before the tag on its source line. */
  readonly before: string
  readonly line: number
  readonly contentLine: number
  readonly closingLine: number
  /** Whether only spaces follow on the last line. */
  readonly endsLine: boolean
  readonly parent: Tag | undefined
  /** Number of earlier tags with this name in the parent. */
  readonly position: number
  /** Columns to remove from the content; by default the common indentation. */
  readonly indent?: number
}

export interface Block {
  readonly type: 'block'
  readonly children: readonly Part[]
  readonly line: number
}

export interface Alert {
  readonly type: 'alert'
  readonly kind: string
  /** Markdown; empty for none. */
  readonly title: string
  readonly children: readonly Part[]
  readonly line: number
}

/** A collapsible section or a tab. */
export interface Details {
  readonly type: 'details'
  /** Markdown; its formatting is dropped. */
  readonly label: string
  readonly isTab: boolean
  readonly children: readonly Part[]
  readonly line: number
}

interface ListItem {
  readonly type: 'item'
  /** `- ` or `1. `. */
  readonly marker: string
  readonly children: readonly Part[]
  readonly line: number
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
  readonly alt?: string | undefined
  /** Plain words with character references. */
  readonly caption?: string | undefined
  readonly width?: string | undefined
  readonly height?: string | undefined
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

/**
 * Split text into parts, line by line.
 * @param lineOf Source line of a row of the text.
 */
export function partsOfText(
  type: 'text' | 'raw',
  text: string,
  lineOf: (row: number) => number,
): readonly Part[] {
  return text
    .split('\n')
    .flatMap((rowText, row): readonly Part[] => [
      ...(row === 0 ? [] : [{ type: 'break', line: lineOf(row) } as const]),
      ...(rowText === '' ? [] : [{ type, text: rowText } as const]),
    ])
}

/** Join groups of parts by blank lines. */
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
 * Change all nested parts, innermost first.
 * @returns The same array if nothing changed.
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

/** Cache what a construct reads from the whole document, so that no part reads it again. */
export function onceForDocument<Value>(
  read: (document: readonly Part[]) => Value,
): (document: readonly Part[]) => Value {
  const values = new WeakMap<readonly Part[], { readonly value: Value }>()
  return (document) => {
    const entry = values.get(document) ?? { value: read(document) }
    values.set(document, entry)
    return entry.value
  }
}
