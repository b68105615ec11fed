/** A definition list: each term a bold line, its definitions a list below it. @module */
import type { BlockHandler, Conversion } from '../conversion.ts'
import { type LooseNode, plainText } from '../loose-adf.ts'
import {
  type DescriptionDetails,
  type DescriptionList,
  type DescriptionTerm,
  lineOf,
  type MarkdownNode,
} from '../parse-markdown.ts'
import { listItemContent } from './list.ts'

type Part = DescriptionTerm | DescriptionDetails

export const definitionList: BlockHandler<DescriptionList> = (node, conversion) =>
  joinDetails(
    (node.children as readonly Part[]).flatMap((part) => {
      const line = lineOf(part)
      return part.type === 'descriptionTerm'
        ? definitionTerm(conversion.inlines(part.children, [{ type: 'strong' }]), line, conversion)
        : definitionDetails(conversion.blocks(part.children as MarkdownNode[]), line)
    }),
  )

/**
 * Make the line of a term.
 * @param content Its words, bold already.
 */
export function definitionTerm(
  content: readonly LooseNode[],
  line: number,
  { anchors }: Pick<Conversion, 'anchors'>,
): LooseNode[] {
  anchors.addWords(plainText(content), line)
  return content.length === 0 ? [] : [{ type: 'paragraph', content, line }]
}

/** Make the item of a definition. */
export function definitionDetails(content: readonly LooseNode[], line: number): LooseNode[] {
  const item: LooseNode = { type: 'listItem', content: listItemContent(content, line), line }
  return [{ type: 'bulletList', content: [item], line }]
}

/** Put the definitions of one term into one list. */
export function joinDetails(blocks: readonly LooseNode[]): LooseNode[] {
  const joined: LooseNode[] = []
  let items: LooseNode[] | undefined
  for (const block of blocks) {
    if (block.type !== 'bulletList') {
      items = undefined
      joined.push(block)
    } else if (items === undefined) {
      items = [...(block.content ?? [])]
      joined.push({ ...block, content: items })
    } else for (const item of block.content ?? []) items.push(item)
  }
  return joined
}
