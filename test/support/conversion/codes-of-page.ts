/** Finds the code of a page, as its readers see it. @module */
import type { AdfDoc } from '../../../src/adf/types.ts'

/** Find the texts of blocks of code and of code within sentences, whose line ends are spaces. */
export function codesOfPage(document: AdfDoc): string[] {
  const found: string[] = []
  const pending: AnyNode[] = [document as AnyNode]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const { type, text, marks, content = [] } = node
    if (type === 'codeBlock') found.push(content.map((one) => one.text ?? '').join(''))
    else if (text !== undefined && marks?.some((mark) => mark.type === 'code'))
      found.push(text.replaceAll('\n', ' '))
    else pending.push(...content)
  }
  return found
}

interface AnyNode {
  readonly type: string
  readonly text?: string
  readonly marks?: readonly { readonly type: string }[]
  readonly content?: readonly AnyNode[]
}
