/**
 * Reads image sizes in the notations `![a](u){width=300}` and `![a](u =300x200)`, which Markdown
 * parsers leave as text.
 * @module
 */
import type { Image, PhrasingContent, Root } from 'mdast'
import { type MarkdownNode, withWords } from './parse-markdown.ts'

export interface SizedImage {
  readonly alt: string
  readonly width: string | undefined
  readonly height: string | undefined
}

declare module 'mdast' {
  interface ImageData {
    size?: { readonly width: string | undefined; readonly height: string | undefined }
  }
}

/** Read an image's size from its data or its description, as in `![a|300x200](u)`. */
export function readImageSize(image: Pick<Image, 'alt' | 'data'>): SizedImage {
  const alt = image.alt ?? ''
  const [written, width, height] = /\|(\d{1,5})(?:x(\d{1,5}))?$/.exec(alt) ?? []
  if (written === undefined) {
    return { alt, width: image.data?.size?.width, height: image.data?.size?.height }
  }
  return { alt: alt.slice(0, -written.length).trim(), width, height }
}

const mayBeAttributes = /\)\{[^{}\n]*(?:width|height|&)/

/** Attach the sizes to the images of a tree, and remove the text that gave them. */
export function attachImageSizes(root: Root, markdown: string): void {
  // Nearly all documents have no sizes.
  if (!markdown.includes('![')) return
  if (!mayBeAttributes.test(markdown) && !/=\d*x\d*\)/.test(markdown)) return
  const pending: MarkdownNode[] = [root]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (!('children' in node)) continue
    if (node.children.some(({ type }) => type === 'text')) {
      const children = node.children as PhrasingContent[]
      node.children = attachAttributes(joinLinks(children).flatMap(splitText))
    }
    for (const child of node.children as MarkdownNode[]) pending.push(child)
  }
}

const attributes = /^\{([^{}\n]{1,200})\}/

function attachAttributes(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const attached: PhrasingContent[] = []
  for (const node of nodes) {
    const image = attached.at(-1)
    if (node.type !== 'text' || image?.type !== 'image') {
      attached.push(node)
      continue
    }
    const [written = '', inside = ''] = attributes.exec(node.value) ?? []
    const width = lengthOf('width', inside)
    const height = lengthOf('height', inside)
    if (width === undefined && height === undefined) {
      attached.push(node)
      continue
    }
    image.data = { size: { width, height } }
    const rest = node.value.slice(written.length)
    if (rest !== '') attached.push(withWords(node, rest))
  }
  return attached
}

function lengthOf(name: string, inside: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}="?(\\d{1,5}(?:px|%)?)"?(?=\\s|$)`).exec(inside)?.[1]
}

const sized = /!\[([^\]\n]{0,300})\]\((\S{1,2000}) =(\d{0,5})x(\d{0,5})\)/g

/** Take the images with `=300x200` out of a text. */
function splitText(node: PhrasingContent): PhrasingContent[] {
  if (node.type !== 'text' || !node.value.includes(' =')) return [node]
  const parts: PhrasingContent[] = []
  let at = 0
  for (const match of node.value.matchAll(sized)) {
    const [written, alt = '', url = '', width = '', height = ''] = match
    if (width === '' && height === '') continue
    const before = node.value.slice(at, match.index)
    if (before !== '') parts.push(withWords(node, before))
    const size = { width: width || undefined, height: height || undefined }
    const { position } = node
    parts.push({ type: 'image', url, alt, data: { size }, ...(position ? { position } : {}) })
    at = match.index + written.length
  }
  const rest = node.value.slice(at)
  return rest === '' ? parts : [...parts, withWords(node, rest)]
}

/** The parser makes a link of a bare address inside the parentheses: turn it back into text. */
function joinLinks(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const joined: PhrasingContent[] = []
  for (const [index, node] of nodes.entries()) {
    const before = joined.at(-1)
    const link = nodes[index - 1]
    const text = joined.at(-2)
    const isSized =
      node.type === 'text' &&
      /^ =\d{0,5}x\d{0,5}\)/.test(node.value) &&
      link?.type === 'link' &&
      before === link &&
      text?.type === 'text' &&
      text.value.endsWith('](')
    if (isSized) joined.splice(-2, 2, withWords(text, `${text.value}${link.url}${node.value}`))
    else joined.push(node)
  }
  return joined
}
