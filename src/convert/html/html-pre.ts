/** `pre`: a code block. @module */
import { codeLanguage } from '../code-info.ts'
import type { Conversion } from '../conversion.ts'
import { codeBlock } from '../handlers/code.ts'
import { type LooseNode, plainText } from '../loose-adf.ts'
import type { HtmlElement, HtmlItem } from './html-tree.ts'

/** Convert `pre`, with the language that a `code` inside names by its class. */
export function preElement(element: HtmlElement, conversion: Conversion): readonly LooseNode[] {
  const { line } = element
  // As in browsers, a line break right after the tag is none of the text.
  const code = verbatim(element.children, conversion).replace(/^\n/, '').replace(/\n$/, '')
  return [codeBlock(code, languageOf(element), line)]
}

function verbatim(items: readonly HtmlItem[], conversion: Conversion): string {
  let text = ''
  for (const item of items) {
    if (item.kind === 'text') text += item.text
    else if (item.kind === 'source') text += item.source
    else if (item.kind === 'markdown') {
      const nodes = conversion.isBlock(item.node)
        ? conversion.blocks([item.node])
        : conversion.inlines([item.node])
      text += nodes.map((node) => plainText([node])).join('\n')
    } else if (item.element.name === 'br') text += '\n'
    else if (item.element.name === 'img') text += item.element.attributes.get('alt') ?? ''
    else text += verbatim(item.element.children, conversion)
  }
  return text
}

function languageOf(element: HtmlElement): string | undefined {
  const inner = element.children.flatMap((item) => (item.kind === 'element' ? [item.element] : []))
  for (const { attributes } of [element, ...inner]) {
    const [, named] = /(?:^|\s)lang(?:uage)?-(\S+)/.exec(attributes.get('class') ?? '') ?? []
    const language = named ?? attributes.get('lang')
    if (language) return codeLanguage(language)
  }
  return undefined
}
