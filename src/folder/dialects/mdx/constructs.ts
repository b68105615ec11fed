/** Constructs of MDX. @module */
import type { CodeRules } from '../../../convert/code/code-rules.ts'
import { findElementRule } from '../../../convert/html/html-elements.ts'
import { addressIn, componentConstructs } from '../components/components.ts'
import { hasContent } from '../parts/content.ts'
import { makeElement, openingTag, type ShownAttributes } from '../parts/make-parts.ts'
import { type Part, type Raw, rowsOf } from '../parts/part.ts'
import type {
  Content,
  Context,
  PartConstruct,
  TagConstruct,
  VisitedTag,
} from '../parts/part-construct.ts'
import { rowText } from '../parts/sentence.ts'
import type { Attributes } from '../parts/syntax.ts'
import { elementTags, readTagAttributes } from '../parts/tag-syntaxes.ts'
import { hasLink, withoutFormatting } from '../parts/words.ts'
import { containerParts } from '../shared/containers.ts'
import { embeds, pagePrograms } from '../shared/tags.ts'
import { programConstructs } from './statements.ts'

/** MDX reads Markdown in these elements without blank lines around it. */
const holders = new Set([
  'div',
  'section',
  'article',
  'main',
  'aside',
  'header',
  'footer',
  'center',
  'details',
  'p',
])

const cells = new Set(['td', 'th', 'li', 'dt', 'dd', 'p', 'figure', 'figcaption', 'blockquote'])
const phrases = new Set(['a', 'b', 'strong', 'i', 'em', 'u', 'mark', 'small', 'span'])

const mdxElements: TagConstruct = {
  name: 'element of HTML',
  input: '<div className="wide" style={{ margin: 0 }}>\n  Some **words**.\n</div>',
  becomes: '<div>\n\nSome **words**.\n\n</div>',
  syntax: elementTags,
  tag(tag, context) {
    const { kind, name, content, isBlock, children, attributes: attributeText, before, line } = tag
    // Names with a hyphen belong to components.
    if (kind === 'close' || name.includes('-')) return undefined
    const tagAttributes = readTagAttributes(attributeText)
    const attributes = keptAttributes(tagAttributes, context)
    if (tagAttributes.expressions.has('dangerouslySetInnerHTML'))
      context.leaveOut(`<${name}> (dangerouslySetInnerHTML)`, line)
    const opening = openingTag(name, attributes)
    const isChanged = attributeText !== '' && /[{]|\bclassName\b|\bkey=/.test(attributeText)
    if (kind === 'single' && findElementRule(name)?.kind !== 'void') {
      // In HTML an empty element needs an end tag.
      const empty = makeElement(name, [], attributes)
      return isBlock ? { block: [empty] } : { inline: empty }
    }
    if (kind !== 'pair') {
      if (!isChanged) return undefined
      return { inline: kind === 'single' ? singleTag(name, attributes) : opening }
    }
    if (name === 'summary') return summaryOf(tag, attributes)
    const isHeld = isBlock && holders.has(name) && content.length > 0 && !isOnlyHtml(content)
    // Inline and in table rows, Markdown is read anyway.
    const isInHtml = htmlStart.test(`${before}<`)
    if (isHeld || (cells.has(name) && isInHtml && holdsMarkdown(content)))
      return { block: [opening, content, closingTag(name)] }
    if (isBlock && phrases.has(name) && isParagraph(content) && holdsMarkdown(content))
      return { inline: makeElement(name, content, attributes) }
    return isChanged ? { inline: makeElement(name, children, attributes) } : undefined
  },
}

function summaryOf(
  { isBlock, children }: VisitedTag,
  attributes: ShownAttributes,
): { block: readonly Content[] } | { inline: Content } {
  // Keep links, so that the converter warns about them.
  const text = rowsOf(children, 0).map(rowText).join('\n')
  if (isBlock && hasLink(text))
    return { block: [openingTag('summary', attributes), children, closingTag('summary')] }
  const summary = makeElement('summary', children.map(withoutMarks), attributes)
  // The following Markdown would become part of the HTML block.
  return isBlock ? { block: [summary] } : { inline: summary }
}

function withoutMarks(part: Part): Part {
  if (part.type === 'span') {
    const [, code = ''] = /^`+ ?(.*?) ?`+$/s.exec(part.text) ?? []
    return { type: 'raw', text: code }
  }
  return part.type === 'text' || part.type === 'raw'
    ? { ...part, text: withoutFormatting(part.text) }
    : part
}

function singleTag(name: string, attributes: ShownAttributes): Part {
  const { text } = openingTag(name, attributes)
  return { type: 'raw', text: `${text.slice(0, -1)} />` }
}

function closingTag(name: string): Raw {
  return { type: 'raw', text: `</${name}>` }
}

const htmlStart = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?</
const tags = /<[^<>]{0,1000}>/g
const markdown =
  /\uFFFC|(?<![\\\w])(?:[*_]{1,3}|~~)\S|\]\(|\]\[|^\s*(?:[-*+]|\d{1,9}[.)]|#{1,6}|>)\s/

function holdsMarkdown(content: readonly Part[]): boolean {
  return rowsOf(content, 0).some((row) => markdown.test(rowText(row).replace(tags, '')))
}

function isParagraph(content: readonly Part[]): boolean {
  return rowsOf(content, 0).every(
    (row) => hasContent(row) && row.parts.every(({ type }) => sentenceParts.has(type)),
  )
}

const sentenceParts = new Set<Part['type']>(['text', 'raw', 'span', 'link', 'image'])

function isOnlyHtml(content: readonly Part[]): boolean {
  return rowsOf(content, 0).every((row) => /^\s*<[^>]*>$/.test(rowText(row)))
}

function keptAttributes({ pairs, expressions }: Attributes, context: Context): ShownAttributes {
  const words = [...pairs].filter(([name]) => !/^(?:className|key|ref|on[A-Z].*)$/.test(name))
  const addresses = ['src', 'href'].flatMap((name) => {
    const address = addressIn(expressions.get(name) ?? '', context)
    return address === undefined ? [] : [[name, address] as const]
  })
  return [...words, ...addresses]
}

export const mdxConstructs: readonly PartConstruct[] = [
  ...programConstructs,
  embeds,
  pagePrograms,
  mdxElements,
  ...componentConstructs,
  ...containerParts,
]

/** MDX has no indented code, and reads Markdown in all elements. */
export const mdxCode: Partial<CodeRules> = { isIndentedCode: false, hasHtmlBlocks: false }
