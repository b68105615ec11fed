/** Renders text, its marks and links in storage format, and writes its macros and attributes. @module */

import { type AnyMark, type AnyNode, eachNode, marksOf, textValue } from '../adf/any-node.ts'
import { headingNamer } from '../adf/heading-names.ts'
import { decodePart } from '../adf/node-text.ts'
import type { AdfDoc, AdfTextMarkType } from '../adf/types.ts'
import { escapeXml, replaceForbidden, safeLinkUrl } from './escape.ts'

type Wrap = (inside: string, mark: AnyMark) => string

const wrapIn =
  (tag: string): Wrap =>
  (inside) =>
    `<${tag}>${inside}</${tag}>`

const colored =
  (property: string): Wrap =>
  (inside, { attrs }) => {
    const color = rgbColor(attrs?.color)
    return color === undefined ? inside : `<span style="${property}: ${color};">${inside}</span>`
  }

const wraps: Readonly<Record<AdfTextMarkType, Wrap | undefined>> = {
  strong: wrapIn('strong'),
  em: wrapIn('em'),
  underline: wrapIn('u'),
  strike: wrapIn('s'),
  code: wrapIn('code'),
  subsup: (inside, { attrs }) =>
    attrs?.type === 'sub' ? `<sub>${inside}</sub>` : `<sup>${inside}</sup>`,
  link: (inside, { attrs }) => linkStorage(textValue(attrs?.href), inside, attrs?.title),
  textColor: colored('color'),
  backgroundColor: colored('background-color'),
  annotation: undefined,
}

export function markedTextStorage(node: AnyNode, context: StorageContext): string {
  let xml = withComments(escapeXml(textValue(node.text)), node, context)
  for (const mark of marksOf(node)) {
    const type = String(mark?.type)
    const wrap = Object.hasOwn(wraps, type) ? wraps[type as AdfTextMarkType] : undefined
    if (wrap !== undefined) xml = wrap(xml, mark)
  }
  return xml
}

/**
 * Put comment markers directly around the text, inside of all other marks.
 * @param inside XML.
 */
export function withComments(inside: string, node: AnyNode, { isOfSite }: StorageContext): string {
  if (!isOfSite || inside === '') return inside
  const comments = marksOf(node).filter((mark) => mark?.type === 'annotation')
  const ids = new Set(comments.map(({ attrs }) => textValue(attrs?.id)).filter(Boolean))
  return [...ids].sort().reduce(commented, inside)
}

function commented(inside: string, id: string): string {
  const ref = xmlAttributes({ 'ac:ref': id })
  return `<ac:inline-comment-marker${ref}>${inside}</ac:inline-comment-marker>`
}

/**
 * Render a link; a forbidden address is shown as text.
 * @param appearance How Confluence shows a card.
 */
export function linkStorage(
  address: string,
  inside: string,
  title?: unknown,
  appearance?: 'inline' | 'block' | 'embed',
): string {
  const url = safeLinkUrl(address)
  if (url === undefined) return `${inside} (${escapeXml(address)})`
  if (url.length > 1 && url.startsWith('#')) {
    const given = xmlAttributes({
      'ac:anchor': decodePart(url.slice(1)),
      'ac:tooltip': textValue(title),
    })
    return `<ac:link${given}><ac:link-body>${inside}</ac:link-body></ac:link>`
  }
  const given = xmlAttributes({ title: textValue(title), 'data-card-appearance': appearance })
  return `<a href="${escapeXml(url)}"${given}>${inside}</a>`
}

export interface StorageContext {
  readonly linked: ReadonlyMap<AnyNode, readonly string[]>
  /** True for pages of Data Center: comments keep their markers, and images may be attachments. */
  readonly isOfSite: boolean
}

/** Find the headings that links lead to, with the names that the links use. */
export function linkedHeadings(doc: AdfDoc): StorageContext['linked'] {
  const byAnchor = new Map<string, AnyNode>()
  const bySlug = new Map<string, AnyNode>()
  const fragments = new Set<string>()
  const nameHeading = headingNamer()
  eachNode(doc, (node) => {
    if (node.type === 'heading') {
      const { anchor, slug } = nameHeading(node)
      byAnchor.set(anchor, node)
      bySlug.set(slug, node)
    }
    for (const mark of marksOf(node)) {
      const address = textValue(mark?.attrs?.href)
      if (address.startsWith('#')) fragments.add(decodePart(address.slice(1)))
    }
  })
  const linked = new Map<AnyNode, string[]>()
  for (const name of fragments) {
    const heading = byAnchor.get(name) ?? bySlug.get(name)
    if (heading !== undefined) linked.set(heading, [...(linked.get(heading) ?? []), name])
  }
  return linked
}

/** Write a macro; parameters without a value are left out. */
export function macro(
  name: string,
  parameters: Readonly<Record<string, string>>,
  body: string,
): string {
  const given = Object.entries(parameters)
    .filter(([, value]) => value !== '')
    .map(
      ([key, value]) =>
        `<ac:parameter ac:name="${escapeXml(key)}">${escapeXml(value)}</ac:parameter>`,
    )
  return `<ac:structured-macro ac:name="${escapeXml(name)}">${given.join('')}${body}</ac:structured-macro>`
}

export function richBody(inside: string): string {
  return `<ac:rich-text-body>${inside}</ac:rich-text-body>`
}

/**
 * Write the body of a macro that holds text. CDATA ends at the first `]]>`, so one inside is split
 * over two sections.
 */
export function plainBody(text: string): string {
  const safe = replaceForbidden(text).replaceAll(']]>', ']]]]><![CDATA[>')
  return `<ac:plain-text-body><![CDATA[${safe}]]></ac:plain-text-body>`
}

/** Write the attributes of an element; those without a value are left out. */
export function xmlAttributes(
  values: Readonly<Record<string, string | number | undefined>>,
): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('')
}

/** Convert an ADF color to Confluence's notation; undefined when it is none. */
function rgbColor(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^#[0-9a-f]{6}$/i.test(value)) return undefined
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(value.slice(at, at + 2), 16))
  return `rgb(${red},${green},${blue})`
}
