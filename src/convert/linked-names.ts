/** Finds the names to which links inside the page lead. @module */
import { decodePart } from '../adf/node-text.ts'
import type { ParsedNodes } from './parsed-nodes.ts'

const linkInHtml = /\shref\s*=\s*["']?#([^\s"'<>]+)/gi

/** List the names of a document, decoded. */
export function linkedNames(nodes: ParsedNodes): ReadonlySet<string> {
  const names = new Set<string>()
  const add = (name: string): void => {
    names.add(decodePart(name))
  }
  for (let id = 0; id < nodes.count; id += 1) {
    const type = nodes.typeOf(id)
    if (type === 'html') {
      for (const [, name = ''] of nodes.valueOf(id).matchAll(linkInHtml)) add(name)
    } else if (type === 'link' || type === 'definition') {
      const url = nodes.urlOf(id)
      if (url.startsWith('#')) add(url.slice(1))
    }
  }
  return names
}
