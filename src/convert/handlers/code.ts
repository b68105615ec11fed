/** A code block, fenced or indented, with its language and the title that its info string may give. @module */
import type { Code } from 'mdast'
import { markedLinesId } from '../../adf/marked-lines.ts'
import { readCodeInfo } from '../code-info.ts'
import type { BlockHandler } from '../conversion.ts'
import { jsonInside } from '../json-text.ts'
import { type LooseNode, textNode } from '../loose-adf.ts'
import { lineOf } from '../parse-markdown.ts'
import type { WriteBlock } from '../plain-page.ts'
import { adfBlock } from './adf-block.ts'
import { jsonOfText } from './text.ts'

export const code: BlockHandler<Code> = (node, conversion) => {
  const line = lineOf(node)
  const info = infoOf(node)
  if (info === 'adf') return adfBlock(node.value, line)
  if (node.lang === 'math') conversion.warnings.add('math-shown', line)
  const { language, title, marked, hasMore } = readCodeInfo(info)
  if (hasMore) conversion.warnings.add('code-info-dropped', line)
  const block = codeBlock(node.value, language, line, marked)
  return title === '' ? [block] : [titleLine(title, line), block]
}

function infoOf({ lang, meta }: Code): string {
  return `${lang ?? ''}${meta ? ` ${meta}` : ''}`
}

export const writeCode: WriteBlock = (id, page) => {
  const node = page.nodes.node(id) as Code
  const info = infoOf(node)
  if (info === 'adf') return undefined
  const line = lineOf(node)
  if (node.lang === 'math') page.warn('math-shown', line)
  const { language, title, marked, hasMore } = readCodeInfo(info)
  if (hasMore) page.warn('code-info-dropped', line)
  const members = [
    ...(language === undefined ? [] : [`"language":"${jsonInside(language)}"`]),
    ...(marked === '' ? [] : [`"localId":"${markedLinesId(marked, line)}"`]),
  ]
  const attrs = members.length === 0 ? '' : `,"attrs":{${members.join(',')}}`
  page.addLine(title)
  page.addLine(node.value)
  const content = node.value === '' ? '' : `,"content":[${jsonOfText(node.value, '')}]`
  const block = `{"type":"codeBlock"${attrs}${content}}`
  if (title === '') return block
  return `{"type":"paragraph","content":[${jsonOfText(title, '{"type":"strong"}')}]},${block}`
}

/** @param marked The lines of it that are marked; empty for none. */
export function codeBlock(
  value: string,
  language: string | undefined,
  line: number,
  marked = '',
): LooseNode {
  const text = textNode(value, [])
  const attrs = {
    ...(language !== undefined && { language }),
    ...(marked !== '' && { localId: markedLinesId(marked, line) }),
  }
  return {
    type: 'codeBlock',
    ...(Object.keys(attrs).length === 0 ? {} : { attrs }),
    ...(text === undefined ? {} : { content: [text] }),
    line,
  }
}

/** ADF's code blocks have no title: it is a line of its own. */
function titleLine(title: string, line: number): LooseNode {
  return { type: 'paragraph', content: [{ type: 'text', text: title, marks: [strong] }], line }
}

const strong = { type: 'strong' } as const
