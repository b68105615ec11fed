/** Mentions, emoji and tasks in a document for Confluence, which shows only what it knows itself. @module */
import { type AnyNode, textValue } from '../../render/unchecked-node.ts'
import { siteKinds } from '../site-kinds.ts'
import type { ToRemote } from './remote-context.ts'

/** Ids of accounts: 24 hexadecimal digits, or a number and a UUID. */
const accountId = /^(?:[0-9a-f]{24}|\d{1,12}:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** A mention stays where it names an account; of anybody else it is the name. */
export const remoteMention: ToRemote = (node, { kind }) => {
  const id = textValue(node.attrs?.id)
  if (siteKinds[kind].hasAdf && accountId.test(id)) return [node]
  return words(textValue(node.attrs?.text) || `@${id}`)
}

/**
 * An emoji has its id and its characters, without which Cloud shows a star; or it is its name. Storage
 * format has its characters alone.
 */
export const remoteEmoji: ToRemote = (node, { kind }) => {
  const { shortName, id, text } = node.attrs ?? {}
  const shown = textValue(text)
  if (siteKinds[kind].hasAdf && textValue(id) !== '') return [node]
  return words(shown || textValue(shortName))
}

/** Confluence's pages make plain tasks of tasks that hold blocks. */
export const remoteBlockTask: ToRemote = (task) => {
  const blocks: readonly AnyNode[] = Array.isArray(task.content) ? task.content : []
  const sentences = blocks.map((block): readonly AnyNode[] => {
    if (block.type !== 'extension') return Array.isArray(block.content) ? block.content : []
    const { layout: _, ...macro } = block.attrs ?? {}
    return [{ ...block, type: 'inlineExtension', attrs: macro }]
  })
  const joined = sentences
    .filter(({ length }) => length > 0)
    .flatMap((sentence, index) => (index === 0 ? sentence : [{ type: 'hardBreak' }, ...sentence]))
  return [{ ...task, type: 'taskItem', content: joined }]
}

function words(text: string): readonly AnyNode[] {
  return text === '' ? [] : [{ type: 'text', text }]
}
