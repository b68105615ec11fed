/** A line of parts as text, with one placeholder character for each non-text part. @module */
import { countWhile } from '../../../contract/base/lists.ts'
import type { Part, PartRow } from './part.ts'

const atom = '\uFFFC'

/** The text of a line, including raw tags. */
export function rowText({ parts }: PartRow): string {
  return parts
    .map((part) => (part.type === 'text' || part.type === 'raw' ? part.text : atom))
    .join('')
}

/** A piece of a line, by places in its `rowText`. */
export function sliceRow(
  { parts }: PartRow,
  from: number,
  to = Number.POSITIVE_INFINITY,
): readonly Part[] {
  const pieces: Part[] = []
  let at = 0
  for (const part of parts) {
    const isText = part.type === 'text' || part.type === 'raw'
    const length = isText ? part.text.length : 1
    const [start, end] = [Math.max(from - at, 0), Math.min(to - at, length)]
    if (start < end) pieces.push(isText ? { ...part, text: part.text.slice(start, end) } : part)
    at += length
  }
  return pieces
}

/** Formulas and addresses, which patterns for words must not match. */
const protectedText =
  /\$(?![\s$])[^$]{1,500}(?<![\s\\])\$(?!\d)|(?<=\]\()[^()\s]{1,2000}|https?:\/\/[^\s<>)\]]+|\uFFFC/gi

export class Sentence {
  readonly text: string
  private readonly atoms: readonly Part[]
  private readonly places: readonly number[]

  /** @param isProtected Whether to hide addresses and formulas too. */
  constructor(parts: readonly Part[], isProtected: boolean) {
    const atoms: Part[] = []
    let text = ''
    for (const part of parts) {
      if (part.type !== 'text') {
        text += atom
        atoms.push(part)
      } else if (isProtected) {
        text += part.text.replace(protectedText, (protectedPiece) => {
          atoms.push({ type: 'text', text: protectedPiece })
          return atom
        })
      } else {
        for (const [index, piece] of part.text.split(atom).entries()) {
          if (index > 0) atoms.push({ type: 'text', text: atom })
          text += (index > 0 ? atom : '') + piece
        }
      }
    }
    this.text = text
    this.atoms = atoms
    this.places = Array.from(text.matchAll(/\uFFFC/g), ({ index }) => index)
  }

  slice(from: number, to: number = this.text.length): readonly Part[] {
    const parts: Part[] = []
    let at = from
    const add = (text: string): void => {
      if (text === '') return
      const last = parts.at(-1)
      if (last?.type === 'text') parts[parts.length - 1] = { type: 'text', text: last.text + text }
      else parts.push({ type: 'text', text })
    }
    const first = countWhile(this.places, (place) => place < from)
    for (let next = first; (this.places[next] ?? to) < to; next += 1) {
      const place = this.places[next] as number
      add(this.text.slice(at, place))
      const part = this.atoms[next] as Part
      if (part.type === 'text') add(part.text)
      else parts.push(part)
      at = place + 1
    }
    add(this.text.slice(at, to))
    return parts
  }
}
