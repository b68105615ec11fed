/**
 * Converts bulleted, numbered and task lists. ADF keeps tasks in lists of their own, so a mixed
 * list becomes several lists.
 * @module
 */
import type { List, ListItem } from 'mdast'
import type { BlockHandler, Conversion } from '../conversion.ts'
import { type LooseNode, plainText, titleMark } from '../loose-adf.ts'
import {
  type DescriptionDetails,
  type DescriptionList,
  type DescriptionTerm,
  lineOf,
  type MarkdownNode,
} from '../parse-markdown.ts'
import { joinWritten, type PlainPage, type WriteBlock } from '../plain-page.ts'

export const list: BlockHandler<List> = (node, conversion) => {
  const nodes: LooseNode[] = []
  const start = node.start ?? 1
  let index = 0
  while (index < node.children.length) {
    const isTask = isTaskItem(node.children[index] as ListItem)
    let end = index + 1
    while (end < node.children.length && isTaskItem(node.children[end] as ListItem) === isTask) {
      end += 1
    }
    const items = node.children.slice(index, end)
    nodes.push(
      isTask
        ? taskList(items, conversion, node.ordered === true)
        : plainList(items, conversion, node.ordered ? start + index : undefined),
    )
    index = end
  }
  return nodes
}

function isTaskItem(item: ListItem): boolean {
  return typeof item.checked === 'boolean'
}

function plainList(
  items: readonly ListItem[],
  conversion: Conversion,
  order: number | undefined,
): LooseNode {
  const line = lineOf(items[0] as ListItem)
  const content = items.map((item) => listItem(item, conversion))
  if (order === undefined) return { type: 'bulletList', content, line }
  return { type: 'orderedList', ...(order === 1 ? {} : { attrs: { order } }), content, line }
}

function listItem(item: ListItem, conversion: Conversion): LooseNode {
  const line = lineOf(item)
  const content = listItemContent(conversion.blocks(item.children), line)
  return { type: 'listItem', content, line }
}

/** Give an item a first paragraph where it needs one. */
export function listItemContent(content: readonly LooseNode[], line: number): readonly LooseNode[] {
  const [first] = content
  // ADF's schema before 2026 does not allow a list as the first child.
  const needsParagraph = first === undefined || first.type.endsWith('List')
  return needsParagraph ? [{ type: 'paragraph', line }, ...content] : content
}

function taskList(
  items: readonly ListItem[],
  conversion: Conversion,
  isOrdered: boolean,
): LooseNode {
  const line = lineOf(items[0] as ListItem)
  if (isOrdered) conversion.warnings.add('task-number-dropped', line)
  const localId = conversion.nextLocalId()
  const content = items.flatMap((item) => taskItem(item, conversion))
  return { type: 'taskList', attrs: { localId }, content, line }
}

/**
 * Convert a task. ADF's tasks hold one sentence, so further blocks follow it for the fit pass to
 * place.
 */
function taskItem(item: ListItem, conversion: Conversion): LooseNode[] {
  const state = item.checked ? 'DONE' : 'TODO'
  const attrs = { localId: conversion.nextLocalId(), state } as const
  const line = lineOf(item)
  const [first, ...rest] = item.children
  if (first?.type === 'paragraph') {
    const content = conversion.inlines(first.children)
    return [{ type: 'taskItem', attrs, content, line }, ...conversion.blocks(rest)]
  }
  return [{ type: 'taskItem', attrs, line }, ...conversion.blocks(item.children)]
}

export const writeList: WriteBlock = (id, page) => {
  const { nodes } = page
  const { ordered, start } = nodes.node(id) as List
  const count = nodes.childCount(id)
  let items = ''
  for (let index = 0; index < count; index += 1) {
    const item = writeItem(nodes.childOf(id, index), page)
    if (item === undefined) return undefined
    items += index === 0 ? item : `,${item}`
  }
  if (!ordered) return `{"type":"bulletList","content":[${items}]}`
  const attrs = start === 1 ? '' : `"attrs":{"order":${start}},`
  return `{"type":"orderedList",${attrs}"content":[${items}]}`
}

function writeItem(id: number, page: PlainPage): string | undefined {
  const { nodes } = page
  const content = nodes.isTask(id) ? undefined : page.blocks(id, 'listItem')
  if (content === undefined) return undefined
  const needsParagraph = content === '' || /^\{"type":"\w+List"/.test(content)
  const first = needsParagraph ? '{"type":"paragraph"}' : ''
  return `{"type":"listItem","content":[${joinWritten(first, content)}]}`
}

type Part = DescriptionTerm | DescriptionDetails

export const definitionList: BlockHandler<DescriptionList> = (node, conversion) =>
  joinDetails(
    (node.children as readonly Part[]).flatMap((part) => {
      const line = lineOf(part)
      return part.type === 'descriptionTerm'
        ? definitionTerm(conversion.inlines(part.children, [titleMark]), line, conversion)
        : definitionDetails(conversion.blocks(part.children as MarkdownNode[]), line)
    }),
  )

export function definitionTerm(
  content: readonly LooseNode[],
  line: number,
  { anchors }: Pick<Conversion, 'anchors'>,
): LooseNode[] {
  anchors.addWords(plainText(content), line)
  return content.length === 0 ? [] : [{ type: 'paragraph', content, line }]
}

export function definitionDetails(content: readonly LooseNode[], line: number): LooseNode[] {
  const item: LooseNode = { type: 'listItem', content: listItemContent(content, line), line }
  return [{ type: 'bulletList', content: [item], line }]
}

/** Join the definitions of one term into one list. */
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
