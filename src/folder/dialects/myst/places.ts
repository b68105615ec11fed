/** MyST anchors, and links to anchors and pages. @module */
import { posix } from 'node:path'
import { makeLink, makeSpan, makeText } from '../parts/make-parts.ts'
import { onceForDocument, type Part, type PartRow, rowsOf } from '../parts/part.ts'
import type {
  Content,
  Context,
  RowsConstruct,
  UidPage,
  WordsConstruct,
} from '../parts/part-construct.ts'
import { rowText } from '../parts/sentence.ts'
import { linkDestination } from '../parts/words.ts'
import { writtenText } from '../parts/write-parts.ts'
import { makeAnchor } from '../shared/attribute-lists.ts'
import { directiveIn, mystContainers } from './directive.ts'

const target = /^([\s>]*)\(([^()\n]{1,200})\)=\s*$/
const heading = /^[\s>]*#{1,6}\s/

/** https://myst-parser.readthedocs.io/en/latest/syntax/cross-referencing.html */
export const mystTargets: RowsConstruct = {
  name: 'name of a place',
  input: '(first)=\n## First steps',
  becomes: '<a id="first"></a>\n\n## First steps',
  rows: (rows) =>
    rows.flatMap((row): readonly PartRow[] => {
      const [, indent = '', id] = target.exec(rowText(row)) ?? []
      if (id === undefined) return [row]
      const anchor = { ...row, parts: [makeText(indent), ...makeAnchor(id)] }
      return [anchor, { ...row, parts: [makeText(indent.trimEnd())] }]
    }),
}

/** The heading that follows each anchor name. */
const labelsOf = onceForDocument((document): ReadonlyMap<string, string> => {
  const labels = new Map<string, string>()
  let pending: string[] = []
  for (const text of linesIn(document)) {
    for (const [, id = ''] of text.matchAll(
      /\{(?:[^{}\n]{0,200}\s)?#([\w:.-]{1,100})[^{}\n]{0,200}\}/g,
    ))
      labels.set(id.toLowerCase(), (heading.test(text) && titleIn(text)) || id)
    const name = target.exec(text)?.[2] ?? /^[\s>]*:(?:name|label): +(\S+)\s*$/.exec(text)?.[1]
    if (name !== undefined) {
      pending.push(name)
      labels.set(name.toLowerCase(), name)
    } else if (text.trim() !== '') {
      const words = heading.test(text) && titleIn(text)
      if (words) for (const pendingName of pending) labels.set(pendingName.toLowerCase(), words)
      pending = []
    }
  }
  return labels
})

/** The title without roles, attributes and closing marks. */
function titleIn(text: string): string {
  return text
    .replace(heading, '')
    .trim()
    .replace(/\s#+$/, '')
    .replace(/\{[A-Za-z][\w:.+-]*\}(?=`)/g, '')
    .replace(/\s*\{[^{}]*\}$/, '')
}

/** All lines that may hold names or headings, also within directives. */
function linesIn(parts: readonly Part[]): readonly string[] {
  return rowsOf(parts, 0).flatMap((row) => {
    const text = rowText(row)
    const isTitle = heading.test(text) && row.parts.length > 1
    return [isTitle ? writtenText(row.parts) : text, ...row.parts.flatMap(linesInside)]
  })
}

function linesInside(part: Part): readonly string[] {
  if (part.type === 'code')
    return directiveIn(part) === undefined ? [] : part.lines.map(({ text }) => text)
  if (part.type === 'tag' && part.syntax === mystContainers)
    return part.opening.split('\n').slice(1)
  return 'children' in part ? linesIn(part.children) : []
}

/** Find an anchor on this page, or else on another. */
export function findPlace(name: string, context: Context): UidPage | undefined {
  const title = labelsOf(context.document).get(name.toLowerCase())
  if (title !== undefined) {
    return { address: `#${encodeURIComponent(name)}`, title: context.lend(title) ?? name }
  }
  return context.findUid(name)
}

export function findDocument(address: string, context: Context): UidPage | undefined {
  const [path = '', fragment] = address.split('#')
  const folder = path.startsWith('/') ? '' : posix.dirname(context.path)
  const name = posix.join('/', folder, path).replace(/\.(?:md|rst|ipynb|txt)$/, '')
  const page = context.findUid(name)
  return page && { ...page, address: page.address + (fragment === undefined ? '' : `#${fragment}`) }
}

export function addressOfTarget(name: string, context: Context): string {
  return (context.findUid(name) ?? findDocument(name, context))?.address ?? name
}

/** Links may name anchors of any page; a link without text takes its target's title. */
export const mystLinks: WordsConstruct = {
  name: 'link to a place or a page',
  input: '[](guide/setup.md)',
  becomes: '[Setup](guide/setup.md)',
  mark: '](',
  // The words of a link may begin on the line above.
  words:
    /(?:(?<!!)\[([^\][]{0,500})|^([^\][]{1,500}))\]\((?:<([^<>\n]{1,500})>|([^()\s<>]{1,500}))\)/dg,
  replace({ match: [, , rest, angled, bare], group }, context) {
    const [, scheme, address = ''] =
      /^(?:(project|path|inv):)?(.*)$/.exec(angled ?? bare ?? '') ?? []
    if (rest === undefined) return linkTo({ scheme, address, words: group(1) }, context)
    const place = scheme === 'inv' ? undefined : placeOf(address, context)
    return place && [...group(2), makeText(`](${linkDestination(place.address)})`)]
  },
}

export const mystAutolinks: WordsConstruct = {
  name: 'link to a place or a page without words',
  input: '<project:guide/setup.md>',
  becomes: '[Setup](guide/setup.md)',
  mark: '<',
  words: /<(project|path|inv):([^<>\s]{1,500})>/dg,
  replace: ({ match: [, scheme, address = ''] }, context) =>
    linkTo({ scheme, address, words: [] }, context),
}

interface WrittenLink {
  readonly scheme: string | undefined
  readonly address: string
  readonly words: readonly Part[]
}

function linkTo({ scheme, address, words }: WrittenLink, context: Context): Content | undefined {
  const linkTo = (to: string, title: string): Part => makeLink(to, words.length > 0 ? words : title)
  if (scheme === 'inv')
    return words.length > 0 ? words : makeSpan(address.replace(/^.*[:#]/, '') || address)
  if (/^[a-z][a-z\d+.-]*:/i.test(address)) return undefined
  const place = placeOf(address, context)
  if (place !== undefined) return linkTo(place.address, place.title)
  const isPlain = words.length > 0 && scheme === undefined
  return isPlain ? undefined : linkTo(address, address.replace(/^#/, ''))
}

function placeOf(address: string, context: Context): UidPage | undefined {
  if (address.startsWith('#')) return findPlace(address.slice(1), context)
  return findDocument(address, context) ?? findPlace(address, context)
}
