/** Names by which links find headings, by GitHub's rule and by Confluence's, and ids in one HTML page. @module */
import { type AnyNode, contentOf, eachNode } from './any-node.ts'
import { decodePart, nodeText } from './node-text.ts'
import type { AdfDoc, AdfNode } from './types.ts'

export function githubSlug(text: string): string {
  const words = text.trim().toLowerCase()
  const letters = /^[\w -]*$/.test(words)
    ? words
    : words.replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
  return letters.replaceAll(' ', '-')
}

function withoutSpace(text: string): string {
  return text.replace(/\s/g, '')
}

/**
 * Make the id of a place on Data Center as links from other pages name it.
 * @param name Name of the heading or of the anchor.
 */
export function joinedAnchor(title: string, name: string): string {
  return `${withoutSpace(title)}-${name}`
}

export interface HeadingNames {
  /** GitHub's rule. */
  readonly slug: string
  /** Confluence Cloud's rule. */
  readonly anchor: string
  /** Data Center's rule, with the page's title in front; see `joinedAnchor`. */
  readonly joined: string
}

export function headingNamer(): (heading: AnyNode) => HeadingNames {
  const uniqueSlug = uniqueNames('-')
  const uniqueAnchor = uniqueNames('.')
  const uniqueJoined = uniqueNames('.')
  return (heading) => {
    const text = nodeText(heading)
    return {
      slug: uniqueSlug(githubSlug(text)),
      anchor: uniqueAnchor(cloudText(heading).trim().replace(/\s/g, '-')),
      joined: uniqueJoined(withoutSpace(text)),
    }
  }
}

/** Confluence Cloud names a node without text by its type. */
function cloudText(heading: AnyNode): string {
  return contentOf(heading)
    .map(({ type, text, attrs }) => String(text || attrs?.text || attrs?.shortName || `[${type}]`))
    .join('')
}

export function headingId(slug: string): string {
  return `h-${slug}`
}

export function placeId(name: string): string {
  return `a-${githubSlug(name)}`
}

/** Split `{#name}` off the end of a heading. */
export function splitHeadingName(written: string): { text: string; name: string | undefined } {
  const at = written.endsWith('}') ? written.lastIndexOf('{') : -1
  if (at === -1) return { text: written, name: undefined }
  const [, name] = /^\{:? *#([^\s{}]+) *\}$/.exec(written.slice(at)) ?? []
  return { text: name === undefined ? written : written.slice(0, at).trimEnd(), name }
}

/** Make names unique: GitHub numbers a repeated one `a-1`, Confluence `A.1`. */
export function uniqueNames(separator: '-' | '.'): (name: string) => string {
  const used = new Map<string, number>()
  return (name) => {
    let count = used.get(name) ?? 0
    let unique = count === 0 ? name : `${name}${separator}${count}`
    // A heading's own words may look like a number that was given out.
    while (count > 0 && used.has(unique)) {
      count += 1
      unique = `${name}${separator}${count}`
    }
    used.set(name, count + 1)
    if (unique !== name) used.set(unique, 1)
    return unique
  }
}

/** Read the name in Confluence's `anchor` macro. */
export function anchorName({ type, attrs }: Pick<AnyNode, 'type' | 'attrs'>): string | undefined {
  if (type !== 'inlineExtension' || attrs?.extensionKey !== 'anchor') return undefined
  const parameters = attrs.parameters as { macroParams?: { ''?: { value?: unknown } } } | undefined
  const name = parameters?.macroParams?.['']?.value
  return typeof name === 'string' ? name : undefined
}

export function anchorMacro(name: string): AdfNode<'inlineExtension'> {
  return {
    type: 'inlineExtension',
    attrs: {
      extensionType: 'com.atlassian.confluence.macro.core',
      extensionKey: 'anchor',
      parameters: {
        macroParams: { '': { value: name } },
        macroMetadata: { schemaVersion: { value: '1' }, title: 'Anchor' },
      },
    },
  }
}

/** Browsers accept most characters as they are, but read a percent sign as an escape. */
export function encodeAnchor(anchor: string): string {
  return anchor.includes('%') ? encodeURIComponent(anchor) : anchor
}

/** Assigns ids inside one HTML page to headings and anchors. */
export class DocumentIds {
  readonly headings: { readonly id: string; readonly level: number; readonly text: string }[] = []
  readonly #ids = new Map<AnyNode, string[]>()
  readonly #byAnchor = new Map<string, string>()

  constructor(doc: AdfDoc) {
    const nameHeading = headingNamer()
    const uniquePlace = uniqueNames('-')
    eachNode(doc, (node) => {
      if (node.type === 'heading') {
        const { slug, anchor } = nameHeading(node)
        const id = headingId(slug)
        this.#add(node, id)
        this.headings.push({ id, level: Number(node.attrs?.level), text: nodeText(node) })
        this.#byAnchor.set(anchor, id)
      }
      const name = anchorName(node)
      if (name === undefined) return
      const id = uniquePlace(placeId(name))
      this.#add(node, id)
      if (!this.#byAnchor.has(name)) this.#byAnchor.set(name, id)
    })
  }

  /**
   * Give the id of a heading or an `anchor` macro; for an object that occurs repeatedly, the next
   * id.
   */
  nextId(node: AnyNode): string {
    return this.#ids.get(node)?.shift() ?? ''
  }

  /**
   * Find the id for the fragment of a link: a heading's name by Confluence's or GitHub's rule, or
   * an anchor's. An empty fragment leads to the top.
   */
  resolve(fragment: string): string {
    if (fragment === '') return ''
    const name = decodePart(fragment)
    return this.#byAnchor.get(name) ?? headingId(githubSlug(name))
  }

  #add(node: AnyNode, id: string): void {
    const known = this.#ids.get(node)
    if (known === undefined) this.#ids.set(node, [id])
    else known.push(id)
  }
}
