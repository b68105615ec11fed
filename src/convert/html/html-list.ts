/** `ul`, `ol` and `dl`. @module */
import type { Conversion } from '../conversion.ts'
import { definitionDetails, definitionTerm, joinDetails } from '../handlers/definition-list.ts'
import { listItemContent } from '../handlers/list.ts'
import type { LooseNode } from '../loose-adf.ts'
import type { HtmlElement, HtmlItem } from './html-tree.ts'
import { trimInlines } from './trim-inlines.ts'

/** Convert `ul` or `ol`; whatever is no item belongs to the item before it. */
export function listElement(element: HtmlElement, conversion: Conversion): readonly LooseNode[] {
  const { name, attributes, line } = element
  const items = groupItems(element, 'li').map((item): LooseNode => {
    const content = listItemContent(conversion.flow(item.children), item.line)
    return { type: 'listItem', content, line: item.line }
  })
  if (items.length === 0) return []
  if (name === 'ul') return [{ type: 'bulletList', content: items, line }]
  const start = /^\d{1,9}$/.exec(attributes.get('start') ?? '')?.[0]
  const order = start === undefined ? 1 : Number(start)
  const attrs = order === 1 ? {} : { attrs: { order } }
  return [{ type: 'orderedList', ...attrs, content: items, line }]
}

interface Group {
  readonly name: string
  readonly line: number
  children: HtmlItem[]
}

/** Collect the items of a list, with stray content as part of the item before it. */
function groupItems(element: HtmlElement, ...names: readonly string[]): Group[] {
  const groups: Group[] = []
  for (const item of element.children) {
    if (item.kind === 'element' && names.includes(item.element.name)) {
      const { name, line, children } = item.element
      groups.push({ name, line, children: [...children] })
    } else if (item.kind !== 'text' || item.text.trim() !== '') {
      const last = groups.at(-1)
      if (last !== undefined) last.children.push(item)
      else groups.push({ name: names[0] as string, line: element.line, children: [item] })
    }
  }
  return groups
}

/** Convert `dl`. */
export function definitionElement(
  element: HtmlElement,
  conversion: Conversion,
): readonly LooseNode[] {
  const parts = groupItems(element, 'dt', 'dd').flatMap(({ name, children, line }) =>
    name === 'dt'
      ? definitionTerm(
          trimInlines(conversion.phrasing(children, [{ type: 'strong' }])),
          line,
          conversion,
        )
      : definitionDetails(conversion.flow(children), line),
  )
  return joinDetails(parts)
}
