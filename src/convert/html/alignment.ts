/** Reads alignment from HTML attributes. @module */
import type { AdfMark } from '../../adf/marks.ts'
import type { LooseNode } from '../loose-adf.ts'
import type { HtmlElement } from './html-tree.ts'

export type Align = 'left' | 'center' | 'right'

export function alignOf({ name, attributes }: HtmlElement): Align | undefined {
  if (name === 'center') return 'center'
  if (attributes.isEmpty) return undefined
  const [, styled] = /text-align:\s*([a-z]+)/i.exec(attributes.get('style') ?? '') ?? []
  const word = (attributes.get('align') ?? styled ?? '').toLowerCase()
  if (word === 'end') return 'right'
  return word === 'left' || word === 'center' || word === 'right' ? word : undefined
}

/** Align blocks. ADF has no mark for the left, which is the default. */
export function alignBlocks(blocks: readonly LooseNode[], align: Align | undefined): LooseNode[] {
  if (align === undefined) return [...blocks]
  return blocks.map((block): LooseNode => {
    if (block.type === 'mediaSingle') {
      return { ...block, attrs: { ...block.attrs, layout: imageLayouts[align] } }
    }
    if (block.marks !== undefined) return block
    const content = block.content?.map((child) =>
      child.type === 'mediaSingle' ? (alignBlocks([child], align)[0] as LooseNode) : child,
    )
    const aligned = content === undefined ? block : { ...block, content }
    if (block.type !== 'paragraph' && block.type !== 'heading') return block
    if (align === 'left') return aligned
    return { ...aligned, marks: [alignmentMark(align)] }
  })
}

const imageLayouts = { left: 'align-start', center: 'center', right: 'align-end' } as const

export function alignmentMark(align: 'center' | 'right'): AdfMark {
  return { type: 'alignment', attrs: { align: align === 'center' ? 'center' : 'end' } }
}
