/**
 * ADF as handlers produce it: it may break the nesting rules, and blocks know their source line.
 * The fit pass makes it valid.
 * @module
 */
import type { AdfMark } from '../adf/marks.ts'
import type { AdfNode, AdfNodes, AdfNodeType } from '../adf/types.ts'

/**
 * A node with the type and attributes of ADF, but with unchecked content and marks.
 * `LooseNode<'heading'>` is that of one type.
 */
export type LooseNode<Type extends AdfNodeType = AdfNodeType> = {
  [One in Type]: { readonly type: One } & OwnMember<One, 'attrs'> & OwnMember<One, 'text'> & Loose
}[Type]

type OwnMember<Type extends AdfNodeType, Name extends string> = Name extends keyof AdfNodes[Type]
  ? Readonly<Pick<AdfNodes[Type], Name>>
  : { readonly [Key in Name]?: undefined }

interface Loose {
  readonly content?: readonly LooseNode[]
  readonly marks?: readonly AdfMark[]
  /** Line of the Markdown, from 1; undefined on text. */
  readonly line?: number
}

/** Bold in titles and terms comes from us, so code in them may drop it without a warning. */
export const titleMark: AdfMark = { type: 'strong' }

export function textNode(text: string, marks: readonly AdfMark[]): LooseNode<'text'> | undefined {
  if (text === '') return undefined
  return marks.length === 0 ? { type: 'text', text } : { type: 'text', text, marks }
}

/** Read the text of nodes without formatting; an image counts as its description. */
export function plainText(nodes: readonly LooseNode[]): string {
  let text = ''
  for (const node of nodes) {
    if (node.type === 'hardBreak') text += ' '
    else if (node.type === 'expand')
      text += `${node.attrs?.title ?? ''}\n${plainText(node.content ?? [])}`
    else if (node.type === 'media') text += node.attrs.alt ?? ''
    else if (node.type === 'inlineExtension') text += node.attrs.text ?? ''
    else text += node.text ?? (node.content === undefined ? '' : plainText(node.content))
  }
  return text
}

/** Copy a node with ADF's members only, in the order in which readers of the JSON expect them. */
export function withContent(node: LooseNode, content: readonly AdfNode[]): AdfNode {
  // Types cannot express that this content may stand in this node.
  return withMembers(node, content) as AdfNode
}

function withMembers({ type, attrs, marks }: LooseNode, content: readonly AdfNode[]): object {
  // These shapes are the most frequent, and spreading members one by one takes far longer.
  if (attrs === undefined && marks === undefined) {
    return content.length === 0 ? { type } : { type, content }
  }
  return {
    type,
    ...(attrs === undefined ? {} : { attrs }),
    ...(content.length === 0 ? {} : { content }),
    ...(marks === undefined ? {} : { marks }),
  }
}
