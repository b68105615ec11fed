/** Reads HTML elements with JSX attributes: `<div className="a" style={{…}}>`. @module */
import { splitLines } from '../../convert/code/line-reader.ts'
import {
  type ComponentAttributes,
  componentSyntax,
  elementSyntax,
  literalOf,
  readComponentAttributes,
} from '../components/component-tags.ts'
import { addressIn } from '../components/links.ts'
import type { Construct } from '../construct.ts'
import { hasLink, withoutFormatting } from '../details.ts'
import { kindOf, kindsOf, type Line } from '../line.ts'
import { replaceTags, type TagElement } from '../replace-tags.ts'
import { importsOf } from './javascript.ts'

/** Elements with blocks inside, in which MDX reads Markdown without blank lines. */
const holders = new Set([
  ...['div', 'section', 'article', 'main', 'aside', 'header', 'footer', 'center', 'details'],
  'p',
])

const voids = new Set([
  'area',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'source',
  'track',
  'wbr',
])
const cells = new Set(['td', 'th', 'li', 'dt', 'dd', 'p', 'figure', 'figcaption', 'blockquote'])
const phrases = new Set(['a', 'b', 'strong', 'i', 'em', 'u', 'mark', 'small', 'span'])

export const mdxElements: Construct = {
  name: 'element of HTML',
  written: '<div className="wide" style={{ margin: 0 }}>\n  Some **words**.\n</div>',
  becomes: '<div>\n\nSome **words**.\n\n</div>',
  sign: /<[a-z]/,
  read(lines) {
    const imports = importsOf(lines)
    const ofHtml = new Set(lines.flatMap(({ text, line }) => (htmlStart.test(text) ? [line] : [])))
    return replaceTags(lines, elementSyntax, (element) => {
      const { kind, name, content, isBlock, sentence, attributes, line } = element
      if (kind === 'close') return undefined
      const opening = tagOf(element, imports)
      const isChanged = attributes !== '' && /[{]|\bclassName\b|\bkey=/.test(attributes)
      // In HTML, an empty element without an end tag would stay open.
      if (kind === 'single' && !voids.has(name)) {
        const empty = `${opening.replace(/ \/>$/, '>')}</${name}>`
        return isBlock ? { block: [empty] } : { inline: empty }
      }
      if (kind !== 'pair') return isChanged ? { inline: opening } : undefined
      if (name === 'summary') {
        // Keep the links: the converter warns about what a summary loses.
        if (isBlock && sentence.some(({ text }) => hasLink(text))) {
          return { block: [opening, '', ...sentence, '', '</summary>'] }
        }
        const shown = whole(opening, sentence.map(unformatted), name)
        // The Markdown that follows would become part of the HTML block.
        return isBlock ? { block: shown } : { inline: shown }
      }
      const isHeld = isBlock && holders.has(name) && content.length > 0 && !isOnlyHtml(content)
      if (isHeld || (cells.has(name) && ofHtml.has(line) && holdsMarkdown(content))) {
        return { block: [opening, '', ...content, '', `</${name}>`] }
      }
      if (isBlock && phrases.has(name) && isParagraph(content) && holdsMarkdown(content)) {
        return { inline: whole(opening, content, name) }
      }
      return isChanged ? { inline: whole(opening, sentence, name) } : undefined
    })
  },
}

function unformatted({ text, line }: Line): Line {
  return { text: withoutFormatting(text), line }
}

function whole(opening: string, sentence: readonly Line[], name: string): readonly Line[] {
  const [first, ...others] = sentence as [Line, ...Line[]]
  const lines = [{ ...first, text: opening + first.text }, ...others]
  const last = lines.pop() as Line
  return [...lines, { ...last, text: `${last.text}</${name}>` }]
}

/**
 * Markdown in a sentence or table row is read anyway; only a line that begins with HTML needs care.
 */
const htmlStart = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?</
const tags = /<[^<>]{0,1000}>/g
const markdown =
  /\uf4a0|(?<![\\\w])(?:[*_]{1,3}|~~)\S|\]\(|\]\[|^\s*(?:[-*+]|\d{1,9}[.)]|#{1,6}|>)\s/

function holdsMarkdown(content: readonly Line[]): boolean {
  return content.some(
    ({ text }) => kindOf(text) !== 'text' || markdown.test(text.replace(tags, '')),
  )
}

function isParagraph(content: readonly Line[]): boolean {
  return content.every(({ text }) => kindOf(text) === 'text' && text.trim() !== '')
}

function isOnlyHtml(content: readonly Line[]): boolean {
  const kinds = kindsOf(content)
  return content.every(({ text }, index) => kinds[index] === 'text' && /^\s*<[^>]*>$/.test(text))
}

function tagOf(
  { kind, name, attributes }: TagElement,
  imports: ReadonlyMap<string, string>,
): string {
  const read = readComponentAttributes(attributes)
  const kept = [...keptWords(read), ...keptAddresses(read, imports)]
  return `<${[name, ...kept].join(' ')}${kind === 'single' ? ' />' : '>'}`
}

function keptWords({ words }: ComponentAttributes): string[] {
  return Array.from(words).flatMap(([name, value]) => {
    if (name === 'className' || name === 'key' || name === 'ref' || /^on[A-Z]/.test(name)) return []
    return [value === '' ? name : `${name}="${value.replaceAll('"', '&quot;')}"`]
  })
}

function keptAddresses(
  { expressions }: ComponentAttributes,
  imports: ReadonlyMap<string, string>,
): string[] {
  return ['src', 'href'].flatMap((name) => {
    const expression = expressions.get(name)
    if (expression === undefined) return []
    const address =
      addressIn(expression) ?? imports.get(expression.replace(/\.(?:src|default)$/, ''))
    return address === undefined ? [] : [`${name}="${address}"`]
  })
}

/** https://docs.astro.build/en/reference/directives-reference/#sethtml */
export const mdxInnerHtml: Construct = {
  name: 'HTML in an attribute',
  written: 'Some <Fragment set:html="<b>words</b>" />.',
  becomes: 'Some <b>words</b>.',
  sign: /\bset:html=|\bdangerouslySetInnerHTML=/,
  read: (lines) =>
    [componentSyntax, elementSyntax].reduce(
      (read, syntax) =>
        replaceTags(read, syntax, ({ kind, attributes, content, isBlock }) => {
          if ((kind !== 'single' && kind !== 'pair') || content.length > 0) return undefined
          const html = htmlOf(readComponentAttributes(attributes))
          if (html === undefined) return undefined
          return isBlock
            ? { block: splitLines(html.trim()) }
            : { inline: html.replace(/\s+/g, ' ') }
        }),
      lines,
    ),
}

function htmlOf({ words, expressions }: ComponentAttributes): string | undefined {
  const [, inside] =
    /^\{\s*__html\s*:(.*)\}$/s.exec(expressions.get('dangerouslySetInnerHTML') ?? '') ?? []
  return words.get('set:html') ?? (inside && literalOf(inside.replace(/,\s*$/, '')))
}
