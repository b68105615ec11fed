/** Reads alignment from HTML attributes. @module */
import type { Align } from '../writer/open-node.ts'
import type { HtmlElement } from './html-tree.ts'

export function alignOf({ name, attributes }: HtmlElement): Align | undefined {
  if (name === 'center') return 'center'
  if (attributes.isEmpty) return undefined
  const [, styled] = /text-align:\s*([a-z]+)/i.exec(attributes.get('style') ?? '') ?? []
  const word = (attributes.get('align') ?? styled ?? '').toLowerCase()
  if (word === 'end') return 'right'
  return word === 'left' || word === 'center' || word === 'right' ? word : undefined
}
