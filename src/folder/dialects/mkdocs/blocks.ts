/** Admonitions, details, tabs, and Markdown in HTML. @module */
import { findAlertType } from '../../../convert/alert-types.ts'
import { makeAlert, makeDetails, makeStrong, makeTab } from '../parts/make-parts.ts'
import { type Part, stack } from '../parts/part.ts'
import type { Replacement, TagConstruct, VisitedTag } from '../parts/part-construct.ts'
import { elementTags } from '../parts/tag-syntaxes.ts'
import { nameInWords } from '../parts/words.ts'
import { indentedBlocks } from './indented-blocks.ts'
import { slashBlocks } from './slash-blocks.ts'

const styleBlocks = new Set(['html', 'caption', 'figure-caption', 'table-caption', 'define'])

/** https://facelessuser.github.io/pymdown-extensions/extensions/blocks/ */
export const mkdocsBlocks: TagConstruct = {
  name: 'block: `admonition` and its types, `details`, `tab`, `html`, `caption`, `define`',
  input: '/// details | Title\n    type: tip\nText\n///',
  becomes: '<details><summary>Title</summary>\n\nText\n\n</details>',
  syntax: slashBlocks,
  tag({ kind, name, attributes, content, line }, context) {
    if (kind !== 'pair') return undefined
    if (styleBlocks.has(name)) return { block: [content] }
    const [first = '', ...options] = attributes.split('\n')
    const title = context.readWords(first.replace('|', '').trim(), line)
    const [typeOption] = options.flatMap(
      (option) => /\stype:\s*(\S.*)/.exec(option)?.[1]?.trim() ?? [],
    )
    const type = typeOption ?? (name === 'admonition' ? 'note' : name)
    if (name === 'tab') return { block: [makeTab(title, content, line)] }
    if (name === 'details')
      return { block: [makeDetails(title || nameInWords(type), content, line)] }
    return { block: [makeAlert(type, title, content, line)] }
  },
}

const admonition = /^!!! ?([a-z][\w-]*)(?: +[\w-]+)*(?: +"(.*)")?\s*$/i

/** https://python-markdown.github.io/extensions/admonition/ */
export const mkdocsAdmonitions: TagConstruct = {
  name: 'admonition, of any type',
  input: '!!! pied-piper inline end "A *title*"\n    Text',
  becomes: '> [!NOTE] A *title*\n> Text',
  syntax: indentedBlocks,
  names: new Set(['admonition']),
  tag(tag, context) {
    const [, type = '', quotedTitle] = admonition.exec(tag.opening) ?? []
    const isKnown = findAlertType(type) !== undefined
    const title =
      quotedTitle === undefined ? undefined : context.readWords(quotedTitle.trim(), tag.line)
    const kind = title === '' && !isKnown ? 'note' : type
    return blockOf(tag, title || findAlertType(type)?.title || nameInWords(type), (content) =>
      makeAlert(kind, title, content, tag.line),
    )
  },
}

const foldable = /^\?\?\?\+? *([a-z][\w-]*)?(?: +[\w-]+)*(?: *"(.*)")?\s*$/i

/** https://facelessuser.github.io/pymdown-extensions/extensions/details/ */
export const mkdocsFoldableAdmonitions: TagConstruct = {
  name: 'admonition that folds',
  input: '???+ tip "Title"\n    Text',
  becomes: '<details><summary>Title</summary>\n\nText\n\n</details>',
  syntax: indentedBlocks,
  names: new Set(['details']),
  tag(tag, context) {
    const [, type = '', title = ''] = foldable.exec(tag.opening) ?? []
    const words = context.readWords(title.trim(), tag.line)
    const label = words || findAlertType(type)?.title || nameInWords(type)
    return blockOf(tag, label, (content) => makeDetails(label, content, tag.line))
  },
}

/** https://facelessuser.github.io/pymdown-extensions/extensions/tabbed/ */
export const mkdocsTabs: TagConstruct = {
  name: 'tabs',
  input: '=== "One"\n    Text\n=== "Two"\n    More',
  becomes:
    '<details name=tabs><summary>One</summary>\n\nText\n\n</details>\n\n<details name=tabs><summary>Two</summary>\n\nMore\n\n</details>',
  syntax: indentedBlocks,
  names: new Set(['tab']),
  tag(tag, context) {
    const [, quotedTitle = ''] = /"(.*)"/.exec(tag.opening) ?? []
    const label = context.readWords(quotedTitle.replaceAll('\\"', '"').trim(), tag.line)
    return blockOf(tag, label, (content) => makeTab(label, content, tag.line))
  },
}

/** At the start of a list item or definition, the title and content become the item's text. */
function blockOf(
  { kind, before, content, line }: VisitedTag,
  label: string,
  make: (content: readonly Part[]) => Part,
): Replacement {
  if (kind !== 'pair') return undefined
  if (/^[\s>]*$/.test(before)) return { block: [make(content)] }
  const heading = makeStrong(label)
  return before.includes(':')
    ? { inline: stack([heading, content], line) }
    : { block: [heading, content] }
}

const markdownAttribute = /(?:^|\s)markdown(?:=["']?\w+["']?)?(?=\s|$)/i

/** https://python-markdown.github.io/extensions/md_in_html/ */
export const mkdocsMarkdownInHtml: TagConstruct = {
  name: 'Markdown inside HTML',
  input: '<figure markdown="span">\n  ![Logo](images/logo.png)\n</figure>',
  becomes: '<figure>\n\n![Logo](images/logo.png)\n\n</figure>',
  syntax: elementTags,
  tag({ kind, name, attributes, closing, content, children, isBlock }) {
    if (!markdownAttribute.test(attributes)) return undefined
    const rest = attributes.replace(markdownAttribute, '').trim()
    const start = { type: 'raw', text: `<${name}${rest === '' ? '' : ` ${rest}`}>` } as const
    const end = { type: 'raw', text: closing } as const
    if (kind === 'pair' && isBlock) return { block: [start, content, end] }
    return { inline: kind === 'pair' ? [start, ...children, end] : start }
  },
}
