/** The names by which links find headings: by GitHub's rule, and by Confluence's. @module */
import { nodeText, partsOf, type TextNode } from './node-text.ts'

/** Name a heading as GitHub does. */
export function githubSlug(text: string): string {
  const words = text.trim().toLowerCase()
  // Most headings have none but these, which are found far faster.
  const letters = /^[\w -]*$/.test(words)
    ? words
    : words.replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
  return letters.replaceAll(' ', '-')
}

/** Name a heading as Confluence Cloud does. */
function confluenceAnchor(text: string): string {
  return text.trim().replace(/\s/g, '-')
}

function withoutSpace(text: string): string {
  return text.replace(/\s/g, '')
}

/**
 * Spell the id of a place on a page of Data Center, as links from other pages name it.
 * @param name The name of the heading, or of the place.
 */
export function joinedAnchor(title: string, name: string): string {
  return `${withoutSpace(title)}-${name}`
}

/** The names of one heading, each unique in its document. */
export interface HeadingNames {
  /** By GitHub's rule. */
  readonly slug: string
  /** By Confluence Cloud's. */
  readonly anchor: string
  /** By Data Center's, where the title of the page stands before it; see `joinedAnchor`. */
  readonly joined: string
}

/** Start naming the headings of a document, in their order. */
export function headingNamer(): (heading: TextNode) => HeadingNames {
  const uniqueSlug = uniqueNames('-')
  const uniqueAnchor = uniqueNames('.')
  const uniqueJoined = uniqueNames('.')
  return (heading) => {
    const text = nodeText(heading)
    return {
      slug: uniqueSlug(githubSlug(text)),
      anchor: uniqueAnchor(confluenceAnchor(cloudText(heading))),
      joined: uniqueJoined(withoutSpace(text)),
    }
  }
}

/** The words of a heading as Confluence Cloud reads them: what has none stands there as its type. */
function cloudText(heading: TextNode): string {
  return partsOf(heading)
    .map(({ type, text, attrs }) => String(text || attrs?.text || attrs?.shortName || `[${type}]`))
    .join('')
}

/** Spell the id of a heading on the pages that Markport shows: apart from those of the page around it. */
export function headingId(slug: string): string {
  return `h-${slug}`
}

/** Spell the id of a place, which the macro `anchor` names. */
export function placeId(name: string): string {
  return `a-${githubSlug(name)}`
}

/**
 * Take `{#name}` off the end of a heading's words.
 * @returns The words without it, and the name.
 */
export function splitHeadingName(written: string): { text: string; name: string | undefined } {
  const at = written.endsWith('}') ? written.lastIndexOf('{') : -1
  if (at === -1) return { text: written, name: undefined }
  const [, name] = /^\{:? *#([^\s{}]+) *\}$/.exec(written.slice(at)) ?? []
  return { text: name === undefined ? written : written.slice(0, at).trimEnd(), name }
}

/** Start counting names: a repeated one gets a number, `a-1` at GitHub, `A.1` in Confluence. */
export function uniqueNames(separator: '-' | '.'): (name: string) => string {
  const used = new Map<string, number>()
  return (name) => {
    let count = used.get(name) ?? 0
    let unique = count === 0 ? name : `${name}${separator}${count}`
    // Words may look like a number that was given out.
    while (count > 0 && used.has(unique)) {
      count += 1
      unique = `${name}${separator}${count}`
    }
    used.set(name, count + 1)
    if (unique !== name) used.set(unique, 1)
    return unique
  }
}

/** Read the name that Confluence's macro `anchor` gives to its place. */
export function anchorName({ type, attrs }: Pick<TextNode, 'type' | 'attrs'>): string | undefined {
  if (type !== 'inlineExtension' || attrs?.extensionKey !== 'anchor') return undefined
  const parameters = attrs.parameters as { macroParams?: { ''?: { value?: unknown } } } | undefined
  const name = parameters?.macroParams?.['']?.value
  return typeof name === 'string' ? name : undefined
}
