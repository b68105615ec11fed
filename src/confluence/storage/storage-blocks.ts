/** Blocks of storage format as ADF: one row for each element. @module */
import { inlineAttributes } from '../../adf/images.ts'
import { append } from '../../base/append.ts'
import type { AnyMark, AnyNode } from '../../render/unchecked-node.ts'
import { codeNode } from './storage-macros.ts'
import { childOf, elementsIn, textInside } from './storage-names.ts'
import type { StorageElement, StorageNode } from './storage-tree.ts'

/** Reads what stands in an element as blocks, with marks on all of its text. */
export type ReadBlocks = (nodes: readonly StorageNode[], marks?: readonly AnyMark[]) => AnyNode[]

type BlockRow = (element: StorageElement, blocksOf: ReadBlocks) => readonly AnyNode[]

const heading: BlockRow = (element, blocksOf) => [
  {
    type: 'heading',
    attrs: { level: Number(element.name[1]) },
    ...marksOfStyle(element),
    // The places that links to it lead to are told by its words.
    content: sentenceOf(element.children, blocksOf).filter(
      ({ type, attrs }) => type !== 'inlineExtension' || attrs?.extensionKey !== 'anchor',
    ),
  },
]

/** How a paragraph or a heading stands, as a mark of it. */
export function marksOfStyle({ attributes }: StorageElement): { marks?: readonly AnyMark[] } {
  const [, align = ''] = /text-align:\s*(center|right)/i.exec(attributes.get('style') ?? '') ?? []
  if (align === '') return {}
  return { marks: [{ type: 'alignment', attrs: { align: align === 'center' ? 'center' : 'end' } }] }
}

const list: BlockRow = ({ name, attributes, children }, blocksOf) => {
  const items: AnyNode[] = []
  for (const child of elementsIn(children)) {
    const content = blocksOf(child.name === 'li' ? child.children : [child])
    const last = items.at(-1)
    // A list without an item around it belongs to the item before.
    if (child.name !== 'li' && last !== undefined) append(last.content as AnyNode[], content)
    else items.push({ type: 'listItem', content })
  }
  const start = Number(attributes.get('start'))
  const order = name === 'ol' && Number.isInteger(start) && attributes.has('start')
  return items.length === 0
    ? []
    : [
        {
          type: name === 'ol' ? 'orderedList' : 'bulletList',
          ...(order ? { attrs: { order: start } } : {}),
          content: items,
        },
      ]
}

const definitions: BlockRow = ({ children }, blocksOf) =>
  elementsIn(children).flatMap((child): AnyNode[] => {
    if (child.name !== 'dt') return blocksOf(child.children)
    return blocksOf(child.children, [{ type: 'strong' }])
  })

const taskList: BlockRow = ({ children }, blocksOf) => {
  const content = elementsIn(children).flatMap((task): AnyNode[] => {
    if (task.name !== 'ac:task') {
      return [{ type: 'taskItem', attrs: { state: 'TODO' }, content: sentenceOf([task], blocksOf) }]
    }
    const status = childOf(task, 'ac:task-status')
    const isDone = status !== undefined && textInside(status.children).trim() === 'complete'
    const body = childOf(task, 'ac:task-body')
    const below = blocksOf(body?.children ?? [])
    const sentence = below.flatMap((block, index) =>
      block.type === 'taskList'
        ? []
        : [...(index === 0 ? [] : [{ type: 'hardBreak' }]), ...sentenceIn(block)],
    )
    const item = { type: 'taskItem', attrs: { state: isDone ? 'DONE' : 'TODO' }, content: sentence }
    return [item, ...below.filter(({ type }) => type === 'taskList')]
  })
  return content.length === 0 ? [] : [{ type: 'taskList', content }]
}

const tableParts = /^(?:thead|tbody|tfoot|tr|col|colgroup)$/

const table: BlockRow = ({ children }, blocksOf) => {
  const captions: AnyNode[] = []
  const rowsOf = (nodes: readonly StorageNode[]): AnyNode[] =>
    elementsIn(nodes).flatMap((element): AnyNode[] => {
      if (!tableParts.test(element.name)) append(captions, blocksOf([element]))
      if (/^(?:thead|tbody|tfoot)$/.test(element.name)) return rowsOf(element.children)
      return element.name === 'tr'
        ? [{ type: 'tableRow', content: cellsOf(element, blocksOf) }]
        : []
    })
  const rows = rowsOf(children).filter(({ content }) => (content as AnyNode[]).length > 0)
  return rows.length === 0 ? captions : [...captions, { type: 'table', content: rows }]
}

function cellsOf({ children }: StorageElement, blocksOf: ReadBlocks): AnyNode[] {
  return elementsIn(children).map((cell) => {
    const { name, attributes } = cell
    const attrs: Record<string, unknown> = {}
    for (const span of ['colspan', 'rowspan']) {
      const count = Number(attributes.get(span))
      if (Number.isInteger(count) && count > 1 && count <= 1_000) attrs[span] = count
    }
    const isCell = name === 'td' || name === 'th'
    const content = blocksOf(isCell ? cell.children : [cell])
    return {
      type: name === 'th' ? 'tableHeader' : 'tableCell',
      ...(Object.keys(attrs).length > 0 ? { attrs } : {}),
      content: content.length > 0 ? content : [{ type: 'paragraph', content: [] }],
    }
  })
}

/** A section of one column is what stands in it. */
const layout: BlockRow = ({ children }, blocksOf) => {
  const cells = elementsIn(children)
  if (cells.length < 2) return blocksOf(children)
  const content = cells.map((cell) => ({ type: 'layoutColumn', content: blocksOf([cell]) }))
  return [{ type: 'layoutSection', content }]
}

/** What stands in no sentence, by its name. */
export const blockRows: ReadonlyMap<string, BlockRow> = new Map(
  Object.entries<BlockRow>({
    ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, heading])),
    ul: list,
    ol: list,
    dl: definitions,
    table,
    'ac:task-list': taskList,
    'ac:layout-section': layout,
    hr: () => [{ type: 'rule' }],
    pre: ({ children }) => [codeNode('', textInside(children))],
    blockquote: ({ children }, blocksOf) => [{ type: 'blockquote', content: blocksOf(children) }],
  }),
)

/** What would be blocks gives its sentences. */
function sentenceOf(nodes: readonly StorageNode[], blocksOf: ReadBlocks): AnyNode[] {
  return blocksOf(nodes).flatMap((block, index) => [
    ...(index === 0 ? [] : [{ type: 'text', text: ' ' }]),
    ...sentenceIn(block),
  ])
}

/** Give an image the form that it has among words. */
export function inSentence(node: AnyNode): AnyNode {
  const { type, attrs = {} } = node
  if (type !== 'media') return node
  const { layout: _, ...media } = attrs
  const isSized = media.width !== undefined
  return {
    ...node,
    type: 'mediaInline',
    attrs: { ...inlineAttributes(media as never, isSized) },
  }
}

function sentenceIn(block: AnyNode): AnyNode[] {
  const content = Array.isArray(block.content) ? (block.content as AnyNode[]) : []
  if (block.type === 'paragraph') return content
  if (block.type === 'mediaSingle') return content.map(inSentence)
  if (block.type === 'extension') return [{ ...block, type: 'inlineExtension' }]
  return block.type === 'text' ? [block] : content.flatMap(sentenceIn)
}
