/** HTML inside a sentence: the tags that format text become marks, the others are shown as text. @module */
import type { Html } from 'mdast'
import type { AdfMark } from '../../adf/types.ts'
import type { Conversion } from '../conversion.ts'
import { type LooseNode, textNode } from '../loose-adf.ts'
import { lineOf, type MarkdownNode } from '../parse-markdown.ts'

const marksOfTag: Readonly<Record<string, AdfMark>> = {
  b: { type: 'strong' },
  strong: { type: 'strong' },
  i: { type: 'em' },
  em: { type: 'em' },
  u: { type: 'underline' },
  ins: { type: 'underline' },
  s: { type: 'strike' },
  del: { type: 'strike' },
  strike: { type: 'strike' },
  code: { type: 'code' },
  kbd: { type: 'code' },
  sub: { type: 'subsup', attrs: { type: 'sub' } },
  sup: { type: 'subsup', attrs: { type: 'sup' } },
}

const tag = /^<(\/?)([a-z][a-z0-9]*)\s*(\/?)>$/i

/**
 * Convert the content of a sentence that has HTML in it.
 * @param nodes The siblings, HTML among them.
 * @param marks The marks around them.
 * @param conversion The conversion under way.
 * @param convert Converts the siblings between two tags, under the marks that are open there.
 */
export function inlinesWithHtml(
  nodes: readonly MarkdownNode[],
  marks: readonly AdfMark[],
  conversion: Conversion,
  convert: (node: MarkdownNode, marks: readonly AdfMark[]) => readonly LooseNode[],
): LooseNode[] {
  const closers = pairTags(nodes)
  const open: (readonly AdfMark[])[] = [marks]
  const converted: LooseNode[] = []
  for (const [index, node] of nodes.entries()) {
    const current = open.at(-1) as readonly AdfMark[]
    if (node.type !== 'html') converted.push(...convert(node, current))
    else if (closers.opening.has(index)) {
      const name = tag.exec(node.value)?.[2] as string
      open.push([...current, marksOfTag[name.toLowerCase()] as AdfMark])
    } else if (closers.closing.has(index)) open.pop()
    else converted.push(...lonelyHtml(node, current, conversion))
  }
  return converted
}

/** Find the tags that open and close each other in the same sentence, properly nested. */
function pairTags(nodes: readonly MarkdownNode[]): {
  opening: ReadonlySet<number>
  closing: ReadonlySet<number>
} {
  const opening = new Set<number>()
  const closing = new Set<number>()
  const open: { name: string; index: number }[] = []
  for (const [index, node] of nodes.entries()) {
    if (node.type !== 'html') continue
    const [, slash, written, selfClosing] = tag.exec(node.value) ?? []
    const name = written?.toLowerCase() ?? ''
    if (!Object.hasOwn(marksOfTag, name) || selfClosing !== '') continue
    if (slash === '') open.push({ name, index })
    else if (open.at(-1)?.name === name) {
      opening.add((open.pop() as { index: number }).index)
      closing.add(index)
    }
  }
  return { opening, closing }
}

function lonelyHtml(
  node: Html,
  marks: readonly AdfMark[],
  { warnings }: Conversion,
): readonly LooseNode[] {
  if (/^<br\s*\/?>$/i.test(node.value)) return [{ type: 'hardBreak' }]
  if (node.value.startsWith('<!--')) {
    warnings.add('html-comment-dropped', lineOf(node))
    return []
  }
  warnings.add('html-shown', lineOf(node))
  const text = textNode(node.value.replaceAll('\n', ' '), marks)
  return text === undefined ? [] : [text]
}
