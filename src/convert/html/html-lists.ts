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
  /** The number that an item of a list has. */
  readonly value?: string | undefined
}

/** Write `ul` or `ol`; an item with a number of its own begins another list. */
export function writeList(element: HtmlElement, conversion: Conversion): void {
  const { name, attributes } = element
  const { warnings, writer } = conversion
  const items = groupItems(element, 'li')
  if (items.length === 0) return
  if (name === 'ol' && hasOtherNumbers(element)) warnings.add('numbers-changed', element.line)
  let next = numberIn(attributes.get('start')) ?? 1
  for (const [index, item] of items.entries()) {
    const number = (name === 'ol' ? numberIn(item.value) : undefined) ?? next
    if (index === 0 || number !== next) {
      if (index > 0) writer.close()
      const line = index === 0 ? element.line : item.line
      openList(line, name === 'ul' ? undefined : number, conversion)
    }
    writeItem(item, conversion)
    next = number + 1
  }
  writer.close()
}

function numberIn(written: string | undefined): number | undefined {
  const [digits] = /^\d{1,9}$/.exec(written?.trim() ?? '') ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** Tell whether a list counts down, or in letters or Roman numerals. */
function hasOtherNumbers({ attributes }: HtmlElement): boolean {
  if (attributes.isEmpty) return false
  const style = attributes.get('style') ?? ''
  return (
    attributes.get('reversed') !== undefined ||
    /^[aAiI]$/.test(attributes.get('type') ?? '') ||
    /list-style(?:-type)?:[^;]*\b(?:lower|upper)-/i.test(style)
  )
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
      const { name, line, children, attributes } = item.element
      groups.push({ name, line, children: [...children], value: attributes.get('value') })
    } else if (item.kind !== 'text' || item.text.trim() !== '') {
      const last = groups.at(-1)
      if (last !== undefined) last.children.push(item)
      else groups.push({ name: names[0] as string, line: element.line, children: [item] })
    }
  }
  return groups
}
