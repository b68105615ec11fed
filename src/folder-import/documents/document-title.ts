/** Finds the heading that a document's title is taken from, and its words. @module */
import type { Heading, Html, PhrasingContent, Root, RootContent } from 'mdast'
import { replaceEmojiNames } from '../../convert/emoji.ts'
import { htmlTokens } from '../../convert/html/html-tokens.ts'
import { lineOf } from '../../convert/parse-markdown.ts'
import { plainTitle } from '../../convert/plain-title.ts'

/** A heading, as a title reads it. */
export interface FoundTitle {
  readonly node: Heading | Html
  readonly text: string
  /** It is nothing but words: taking it out loses nothing that the page's title does not show. */
  readonly isPlain: boolean
}

/**
 * Find the heading: the first of level 1, in Markdown or HTML, or else the one that opens the
 * document: others name a part of it only.
 */
export function findDocumentTitle(root: Root): FoundTitle | undefined {
  for (const node of root.children) {
    const found = node.type === 'html' ? fromHtml(node) : ofLevelOne(node)
    if (found !== undefined) return found
  }
  const opening = root.children.find((node) => !isSilent(node))
  return opening?.type === 'heading' ? fromHeading(opening) : undefined
}

/**
 * Tell what a document has beside its front matter: nothing that a reader could see, its title, or
 * more.
 */
export function whatIsSaid(
  root: Root,
  title: FoundTitle | undefined,
): 'nothing' | 'title' | 'text' {
  const said = root.children.filter((node) => !isInvisible(node))
  if (said.length === 0) return 'nothing'
  return said.length === 1 && said[0] === title?.node && title?.isPlain ? 'title' : 'text'
}

function ofLevelOne(node: RootContent): FoundTitle | undefined {
  return node.type === 'heading' && node.depth === 1 ? fromHeading(node) : undefined
}

function fromHeading(node: Heading): FoundTitle {
  return { node, text: titleText(plainTitle(node)), isPlain: isPlain(node) }
}

function fromHtml(node: Html): FoundTitle | undefined {
  if (!/<h1[\s>]/i.test(node.value)) return undefined
  const tokens = htmlTokens(node.value, lineOf(node))
  const start = tokens.findIndex((token) => token.kind === 'open' && token.name === 'h1')
  const end = tokens.findIndex((token) => token.kind === 'close' && token.name === 'h1')
  const words = tokens
    .slice(start, Math.max(start, end))
    .map((token) => (token.kind === 'text' ? token.text : ''))
  const text = titleText(words.join(' '))
  return text === '' ? undefined : { node, text, isPlain: false }
}

/** What stands at the end of a heading for the generator: `{#name .class}`, `{: .class}`, `{/*name*\/}`. */
const attributeList = /\s*\{(?:[#.:/]|[\w-]+=)[^{}]*\}$/

function titleText(written: string): string {
  const text = written.replace(/\s+/g, ' ').trim()
  return replaceEmojiNames(text.endsWith('}') ? text.replace(attributeList, '') : text).trim()
}

function isPlain({ children }: Heading): boolean {
  return children.every((child) => {
    if (child.type === 'text' || child.type === 'inlineCode') return true
    const isMark = child.type === 'emphasis' || child.type === 'strong' || child.type === 'delete'
    return isMark && child.children.every(({ type }) => type === 'text' || type === 'inlineCode')
  })
}

/** What may stand before a heading that opens a document: no words, such as logos and badges. */
function isSilent(node: RootContent): boolean {
  if (node.type === 'paragraph') return node.children.every(isPicture)
  return isInvisible(node) || node.type === 'html' || node.type === 'thematicBreak'
}

function isPicture(node: PhrasingContent): boolean {
  if (node.type === 'link' || node.type === 'linkReference') return node.children.every(isPicture)
  if (node.type === 'text') return node.value.trim() === ''
  return ['image', 'imageReference', 'html', 'break'].includes(node.type)
}

function isInvisible(node: RootContent): boolean {
  if (node.type === 'html') {
    return htmlTokens(node.value, 1).every(
      (token) => token.kind === 'comment' || (token.kind === 'text' && token.text.trim() === ''),
    )
  }
  return ['yaml', 'toml', 'definition'].includes(node.type)
}
