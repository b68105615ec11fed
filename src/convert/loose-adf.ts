/**
 * What handlers produce: ADF that may break the nesting rules, with the line that each block came
 * from. The fit pass makes it valid.
 * @module
 */
import type { AdfMark } from '../adf/marks.ts'
import type { AdfNode, AdfNodes, AdfNodeType } from '../adf/types.ts'

/**
 * A node with the type and the attributes of ADF; `LooseNode<'heading'>` is that of one type. What
 * it holds and which marks it carries is not certain: that is what the fit pass sees to.
 */
export type LooseNode<Type extends AdfNodeType = AdfNodeType> = {
  [One in Type]: { readonly type: One } & OwnMember<One, 'attrs'> & OwnMember<One, 'text'> & Loose
}[Type]

/** A member by its type in ADF, where the node has it. */
type OwnMember<Type extends AdfNodeType, Name extends string> = Name extends keyof AdfNodes[Type]
  ? Readonly<Pick<AdfNodes[Type], Name>>
  : { readonly [Key in Name]?: undefined }

interface Loose {
  readonly content?: readonly LooseNode[]
  readonly marks?: readonly AdfMark[]
  /** Line of the Markdown, from 1; absent on text. */
  readonly line?: number
}

/** The weight of titles and terms, which is not their author's: code in them loses nothing by it. */
export const titleMark: AdfMark = { type: 'strong' }

/** Make a text node; `undefined` for no text, which ADF does not have. */
export function textNode(text: string, marks: readonly AdfMark[]): LooseNode<'text'> | undefined {
  if (text === '') return undefined
  return marks.length === 0 ? { type: 'text', text } : { type: 'text', text, marks }
}

/** Read the words of nodes, without their formatting; an image is its description. */
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

/** Copy a node with the members of ADF only, in the order that readers of the JSON expect. */
export function withContent(node: LooseNode, content: readonly AdfNode[]): AdfNode {
  // That the content may stand in this node is a rule of the data, which no type can follow.
  return withMembers(node, content) as AdfNode
}

function withMembers({ type, attrs, marks }: LooseNode, content: readonly AdfNode[]): object {
  // The most frequent shapes, each in one piece: spreading members one by one takes far longer.
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
