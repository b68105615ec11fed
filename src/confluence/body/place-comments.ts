/**
 * Finds where a range of one text stands in another: at the same words with the most similar
 * surroundings, where the line that replaced the old line counts for more. A range in an unchanged
 * line stays there. A range that fits several other places equally well gets no place. Then adds
 * comments to a document as `annotation` marks.
 * @module
 */
import { countWhile } from '../../contract/base/lists.ts'
import { type AnyNode, marksOf } from '../../convert/adf/any-node.ts'
import type { AdfDoc } from '../../convert/adf/types.ts'
import { align } from '../../convert/compare/align.ts'
import { canonicalAdf } from './canonical-adf.ts'
import type { FlatLeaf, FlatText } from './flat-text.ts'
import type { CommentMarker } from './page-body.ts'

/** Returns the start of a range in the new text, or -1. */
export type FindPlace = (start: number, end: number) => number

/** Characters before and after a range that are compared. */
const reach = 100
/** A place in the line that replaced the old line counts as this many more common characters. */
const inPlaceBonus = 60
/** The best place needs this many more common characters than the second best. */
const minLead = 3
/** If the surroundings have a smaller common share, we treat them as different text. */
const minShare = 0.3
/** If a line and its replacement have a smaller common share, we treat them as different text. */
const minLineShare = 0.5
/** A quotation this long that occurs once in both texts is found even in other surroundings. */
const minWords = 8
/** Places whose surroundings are compared word by word. */
const maxCompared = 20
const maxPlaces = 10_000
/** Longer ranges are searched for by their beginning. */
const maxSearched = 32
/** Limits the characters that are searched and compared for all ranges of a page together. */
const maxWork = 300_000_000

export function placeFinder(
  oldText: string,
  newText: string,
  isOpen: (at: number) => boolean = () => true,
): FindPlace {
  const lines = alignedLines(oldText, newText)
  let work = 0
  const placesOf = (text: string, words: string): number[] => {
    const beginning = words.slice(0, maxSearched)
    const places: number[] = []
    work += text.length
    let at = work > maxWork ? -1 : text.indexOf(beginning)
    while (at >= 0 && places.length < maxPlaces && work <= maxWork) {
      work += words.length
      if (text.startsWith(words, at)) places.push(at)
      at = text.indexOf(beginning, at + 1)
    }
    return places
  }
  return (start, end) => {
    if (start >= end) return -1
    const quoted = oldText.slice(start, end)
    const sameLine = lines.sameLineOf(start)
    const isThere = newText.startsWith(quoted, sameLine) && isOpen(sameLine)
    const unchanged = sameLine >= 0 && isThere ? sameLine : -1
    const lengthAround = Math.min(reach, start) + Math.min(reach, oldText.length - end)
    const equalAround = (at: number): number =>
      equalBefore(oldText, start, newText, at) +
      equalAfter(oldText, end, newText, at + quoted.length)
    if (unchanged >= 0 && equalAround(unchanged) === lengthAround) return unchanged
    const allPlaces = placesOf(newText, quoted)
    work += allPlaces.length * reach
    // Too many comments or places to compare: keep only the comments in unchanged lines.
    if (work > maxWork) return unchanged
    const mayBe = allPlaces.filter((at) => isOpen(at) && lines.mayBeMoved(start, at))
    const places = unchanged >= 0 && !mayBe.includes(unchanged) ? [unchanged, ...mayBe] : mayBe
    const newLine = lines.newFormOf(start)
    const bonusOf = (at: number): number => {
      if (at === unchanged) return inPlaceBonus + minLead + 1
      return at >= newLine.start && at < newLine.end ? inPlaceBonus : 0
    }
    const closest = best(places, (at) => equalAround(at) + bonusOf(at))
    const old = surroundingsOf(oldText, start, end)
    const commonOf = (at: number): number =>
      commonLength(old, surroundingsOf(newText, at, at + quoted.length))
    const [first, second] = best(
      closest.slice(0, maxCompared).map(({ at }) => at),
      (at) => commonOf(at) + bonusOf(at),
    )
    if (first === undefined || (second && first.score - second.score <= minLead)) return -1
    const { at } = first
    if (at === unchanged || commonOf(at) >= minShare * lengthOf(old)) return at
    const oldLine = inLine(old)
    const line = inLine(surroundingsOf(newText, at, at + quoted.length))
    const lineLength = (lengthOf(oldLine) + lengthOf(line)) / 2 + quoted.length
    const lineShare = (commonLength(oldLine, line) + quoted.length) / lineLength
    if (bonusOf(at) > 0 && lineShare >= minLineShare) return at
    const isOnly = allPlaces.length === 1 && placesOf(oldText, quoted).length === 1
    return isOnly && quoted.length >= minWords ? at : -1
  }
}

interface RatedPlace {
  readonly at: number
  readonly score: number
}

function best(places: readonly number[], scoreOf: (at: number) => number): RatedPlace[] {
  return places
    .map((at) => ({ at, score: scoreOf(at) }))
    .sort((first, second) => second.score - first.score)
}

function equalBefore(first: string, end: number, second: string, otherEnd: number): number {
  const most = Math.min(reach, end, otherEnd)
  let length = 0
  while (length < most && first[end - length - 1] === second[otherEnd - length - 1]) length += 1
  return length
}

function equalAfter(first: string, start: number, second: string, otherStart: number): number {
  const most = Math.min(reach, first.length - start, second.length - otherStart)
  let length = 0
  while (length < most && first[start + length] === second[otherStart + length]) length += 1
  return length
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu) ?? []
}

/** The text before and after a range. */
type Surroundings = readonly [before: string, after: string]

function surroundingsOf(text: string, start: number, end: number): Surroundings {
  return [text.slice(Math.max(0, start - reach), start), text.slice(end, end + reach)]
}

function inLine([before, after]: Surroundings): Surroundings {
  return [before.slice(before.lastIndexOf('\n') + 1), after.split('\n', 1)[0] as string]
}

function commonLength(old: Surroundings, other: Surroundings): number {
  return commonWords(old[0], other[0]) + commonWords(old[1], other[1])
}

function commonWords(text: string, other: string): number {
  const words = wordsOf(text)
  const partners = align(words, wordsOf(other))
  return words.reduce(
    (length, word, index) => length + ((partners[index] as number) < 0 ? 0 : word.length),
    0,
  )
}

function lengthOf([before, after]: Surroundings): number {
  return before.length + after.length
}

interface TextLine {
  readonly text: string
  readonly start: number
  readonly end: number
}

interface AlignedLines {
  /** Returns where an offset of the old text is now; -1 if its line has changed. */
  sameLineOf(offset: number): number
  /** Returns the new form of an old line: if it changed, the lines between its unchanged neighbours. */
  newFormOf(offset: number): { readonly start: number; readonly end: number }
  /** Returns false if the new line at `at` is another line of the old text. */
  mayBeMoved(offset: number, at: number): boolean
}

function alignedLines(oldText: string, newText: string): AlignedLines {
  const oldLines = linesOf(oldText)
  const newLines = linesOf(newText)
  const partners = align(oldLines.map(textOf), newLines.map(textOf))
  const newPartners = new Int32Array(newLines.length).fill(-1)
  partners.forEach((partner, index) => {
    if (partner >= 0) newPartners[partner] = index
  })
  const oldTexts = new Set(oldLines.map(textOf))
  return {
    sameLineOf(offset) {
      const index = lineAt(oldLines, offset)
      const partner = newLines[partners[index] as number]
      return partner ? partner.start + offset - (oldLines[index] as TextLine).start : -1
    },
    newFormOf(offset) {
      const index = lineAt(oldLines, offset)
      const before = partners.findLastIndex((partner, line) => line <= index && partner >= 0)
      if (before === index) return newLines[partners[index] as number] as TextLine
      const after = partners.findIndex((partner, line) => line > index && partner >= 0)
      const first = before < 0 ? 0 : (partners[before] as number) + 1
      const last = after < 0 ? newLines.length : (partners[after] as number)
      const start = newLines[first]?.start ?? newText.length
      return { start, end: first < last ? (newLines[last - 1] as TextLine).end : start }
    },
    mayBeMoved(offset, at) {
      const index = lineAt(oldLines, offset)
      const newIndex = lineAt(newLines, at)
      const partner = newPartners[newIndex] as number
      if (partner >= 0) return partner === index
      const { text } = newLines[newIndex] as TextLine
      return text === oldLines[index]?.text || !oldTexts.has(text)
    },
  }
}

function linesOf(text: string): TextLine[] {
  let start = 0
  return text.split('\n').map((line) => {
    const end = start + line.length
    const entry = { text: line, start, end }
    start = end + 1
    return entry
  })
}

function textOf({ text }: TextLine): string {
  return text
}

function lineAt(lines: readonly TextLine[], offset: number): number {
  return countWhile(lines, ({ start }) => start <= offset) - 1
}

interface Piece {
  readonly marker: string
  readonly from: number
  readonly to: number
}

/** Mark comments on text outside of code blocks, and on images. */
export function markComments(
  doc: AdfDoc,
  flat: FlatText,
  markers: readonly CommentMarker[],
): AdfDoc {
  const pieces = new Map<AnyNode, Piece[]>()
  for (const marker of markers) {
    const first = countWhile(flat.leaves, ({ end }) => end < marker.start)
    for (let i = first; i < flat.leaves.length; i += 1) {
      const leaf = flat.leaves[i] as FlatLeaf
      if (leaf.start > marker.end) break
      const piece = pieceOn(leaf, marker)
      if (piece === undefined) continue
      const nodePieces = pieces.get(leaf.node)
      if (nodePieces === undefined) pieces.set(leaf.node, [piece])
      else nodePieces.push(piece)
    }
  }
  return pieces.size === 0 ? doc : (withPieces(doc, pieces)[0] as unknown as AdfDoc)
}

function pieceOn(leaf: FlatLeaf, { marker, start, end, image }: CommentMarker): Piece | undefined {
  const { node, isCode } = leaf
  if (image !== undefined) {
    const isSameImage =
      node.type === 'media' && leaf.start === start && canonicalAdf(node) === image
    return isSameImage ? { marker, from: 0, to: 0 } : undefined
  }
  const from = Math.max(leaf.start, start) - leaf.start
  const to = Math.min(leaf.end, end) - leaf.start
  const isMarkable = (node.type === 'text' && !isCode) || node.type === 'mediaInline'
  return isMarkable && from < to ? { marker, from, to } : undefined
}

function withPieces(node: AnyNode, pieces: ReadonlyMap<AnyNode, readonly Piece[]>): AnyNode[] {
  const nodePieces = pieces.get(node)
  if (nodePieces !== undefined) {
    return typeof node.text === 'string'
      ? splitText(node, node.text, nodePieces)
      : [withMarks(node, nodePieces)]
  }
  if (!Array.isArray(node.content)) return [node]
  const content: readonly AnyNode[] = node.content
  return [{ ...node, content: content.flatMap((child) => withPieces(child, pieces)) }]
}

function splitText(node: AnyNode, text: string, pieces: readonly Piece[]): AnyNode[] {
  const cuts = new Set([0, text.length])
  for (const { from, to } of pieces) {
    cuts.add(wholeCharacter(text, from))
    cuts.add(wholeCharacter(text, to))
  }
  const ordered = [...cuts].sort((a, b) => a - b)
  return ordered.slice(1).map((to, index) => {
    const from = ordered[index] as number
    const part = { ...node, text: text.slice(from, to) }
    return withMarks(
      part,
      pieces.filter((piece) => piece.from < to && from < piece.to),
    )
  })
}

function wholeCharacter(text: string, offset: number): number {
  return (text.codePointAt(offset - 1) ?? 0) > 0xffff ? offset - 1 : offset
}

function withMarks(node: AnyNode, pieces: readonly Piece[]): AnyNode {
  if (pieces.length === 0) return node
  const annotations = [...new Set(pieces.map(({ marker }) => marker))].map((id) => ({
    type: 'annotation',
    attrs: { id, annotationType: 'inlineComment' },
  }))
  return { ...node, marks: [...marksOf(node), ...annotations] }
}
