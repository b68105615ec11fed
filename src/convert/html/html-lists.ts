/** Converts HTML lists, also those of definitions. @module */
import { DefinitionList } from '../constructs/definition-list.ts'
import { openList } from '../constructs/list.ts'
import type { Conversion } from '../conversion.ts'
import { titleMarks } from '../writer/marks.ts'
import type { HtmlElement, HtmlItem } from './html-tree.ts'

interface Group {
  readonly name: string
  readonly line: number
  readonly children: HtmlItem[]
}

/** Write `ul` or `ol`. */
export function writeList(element: HtmlElement, conversion: Conversion): void {
  const { name, attributes, line } = element
  const items = groupItems(element, 'li')
  if (items.length === 0) return
  const start = Number(/^\d{1,9}$/.exec(attributes.get('start') ?? '')?.[0] ?? 1)
  openList(line, name === 'ul' ? undefined : start, conversion)
  for (const item of items) writeItem(item, conversion)
  conversion.writer.close()
}

function writeItem({ line, children }: Group, conversion: Conversion): void {
  conversion.writer.openItem(line)
  conversion.flow(children)
  conversion.writer.close()
}

export function writeDefinitions(element: HtmlElement, conversion: Conversion): void {
  const list = new DefinitionList(conversion)
  for (const group of groupItems(element, 'dt', 'dd')) {
    if (group.name === 'dt') {
      conversion.startSentence({ canBecomeBlock: true }).trim()
      conversion.phrasing(group.children, titleMarks)
      list.endTerm(group.line)
    } else {
      list.openDefinitions(group.line)
      writeItem(group, conversion)
    }
  }
  list.close()
}

/** Collect the items of a list; stray content joins the item before it. */
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
