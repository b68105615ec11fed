/** Takes the words out of a page's body: enough to see how alike it is to a file. @module */
import type { PageBody } from '../../http-client/wiki-reader.ts'

/** Give the words, in their order. */
export function pageText({ format, value }: PageBody): string {
  return format === 'storage' ? value.replace(/<[^<>]*>/g, ' ') : documentText(value)
}

/** Whoever wrote it: no bound is known of how deep it nests. */
function documentText(json: string): string {
  const texts: string[] = []
  const open: unknown[] = [parse(json)]
  while (open.length > 0) {
    const node = Object(open.pop()) as { text?: unknown; content?: unknown }
    if (typeof node.text === 'string') texts.push(node.text)
    if (Array.isArray(node.content)) for (const one of node.content.toReversed()) open.push(one)
  }
  return texts.join(' ')
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
