/** Comments in ADF, as Cloud marks them. @module */
import { type AdfJson, rebuild } from './adf-node.ts'

interface Range {
  readonly start: number
  readonly end: number
}

/**
 * Mark the nth place of a text.
 * @param text Without a line's end; it may cross formatting, but no block.
 * @param nth From 0.
 * @throws {Error} When there is no such place.
 */
export function markAdf(doc: AdfJson, text: string, nth: number, marker: string): AdfJson {
  let left = nth
  let isDone = false
  const [marked] = rebuild(doc, (node) => {
    const inline = node.content?.some((child) => child.type === 'text') ? node.content : undefined
    if (inline === undefined || isDone) return [node]
    const flat = inline.map((child) => child.text ?? '\n').join('')
    for (let at = flat.indexOf(text); at >= 0; at = flat.indexOf(text, at + 1)) {
      if (left-- > 0) continue
      isDone = true
      return [{ ...node, content: markRange(inline, { start: at, end: at + text.length }, marker) }]
    }
    return [node]
  })
  if (!isDone) throw new Error(`no place ${nth} of ${JSON.stringify(text)}`)
  return marked!
}

function markRange(nodes: readonly AdfJson[], range: Range, id: string): AdfJson[] {
  const mark = { type: 'annotation', attrs: { annotationType: 'inlineComment', id } }
  let offset = 0
  return nodes.flatMap((node) => {
    const text = node.text ?? '\n'
    const start = Math.max(range.start - offset, 0)
    const end = Math.min(range.end - offset, text.length)
    offset += text.length
    if (node.text === undefined || start >= end) return [node]
    const marks = [...(node.marks ?? []), mark]
    return [
      { ...node, text: text.slice(0, start) },
      { ...node, text: text.slice(start, end), marks },
      { ...node, text: text.slice(end) },
    ].filter((piece) => piece.text !== '')
  })
}

/** Find the markers of comments, each once. */
export function adfMarkers(doc: AdfJson): readonly string[] {
  const found = new Set<string>()
  rebuild(doc, (node) => {
    for (const mark of node.marks ?? [])
      if (mark.type === 'annotation') found.add(String(mark.attrs?.id))
    return [node]
  })
  return [...found]
}
