/** Adds comments to a document as `annotation` marks. @module */

import { countWhile } from '../../contract/base/sorted.ts'
import { type AnyNode, marksOf } from '../../convert/adf/any-node.ts'
import type { AdfDoc } from '../../convert/adf/types.ts'
import { canonicalAdf } from './canonical-adf.ts'
import type { FlatLeaf, FlatText } from './flat-text.ts'
import type { CommentMarker } from './page-body.ts'

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
