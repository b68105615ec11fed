/** Names of places in MyST: `(name)=` above a block, and what leads there. @module */
import { posix } from 'node:path'
import { nameInWords } from '../alert.ts'
import { linkDestination } from '../components/links.ts'
import type { Construct, ReadingContext, UidPage } from '../construct.ts'
import { kindOf, type Line } from '../line.ts'
import { headingWords } from '../words.ts'
import { anchorOf } from './directive.ts'

const target = /^([\s>]*)\(([^()\n]{1,200})\)=\s*$/

/** https://myst-parser.readthedocs.io/en/latest/syntax/cross-referencing.html */
export const mystTargets: Construct = {
  name: 'name of a place',
  written: '(first)=\n## First steps',
  becomes: '## First steps {#first}',
  sign: /\)=[ \t]*$/m,
  read(lines) {
    const result: Line[] = []
    let names: { readonly id: string; readonly line: Line; readonly indent: string }[] = []
    const putNames = (heading?: Line): void => {
      const own =
        heading !== undefined && !/\{[^{}]*#[^{}]*\}\s*$/.test(heading.text)
          ? names.pop()
          : undefined
      for (const { id, line, indent } of names) {
        result.push({ ...line, text: indent + anchorOf(id) }, { ...line, text: indent.trimEnd() })
      }
      if (heading !== undefined) {
        const name = own === undefined ? '' : ` {#${own.id}}`
        result.push({ ...heading, text: heading.text.trimEnd() + name })
      }
      names = []
    }
    for (const one of lines) {
      const [, indent = '', id] = (kindOf(one.text) === 'text' && target.exec(one.text)) || []
      if (id !== undefined) names.push({ id, line: one, indent })
      else if (names.length === 0) result.push(one)
      else if (one.text.trim() !== '') {
        const isHeading = kindOf(one.text) === 'text' && headingWords(one.text) !== undefined
        putNames(isHeading ? one : undefined)
        if (!isHeading) result.push(one)
      }
    }
    putNames()
    return result
  },
}

/**
 * Find a place of the page, or else of another.
 * @param lines The page.
 * @param context Knows the others.
 */
export function findMystPlace(
  name: string,
  lines: readonly Line[],
  context: ReadingContext,
): UidPage | undefined {
  const title = labelsOf(lines).get(name.toLowerCase())
  if (title !== undefined) return { address: `#${encodeURIComponent(name)}`, title }
  return context.findUid(name)
}

/**
 * Find a page by the address that stands in a link.
 * @param address From the folder of the page, or with `/` from that of the site.
 * @param context Knows the pages.
 */
export function findDocument(address: string, context: ReadingContext): UidPage | undefined {
  const [path = '', fragment] = address.split('#')
  const folder = path.startsWith('/') ? '' : posix.dirname(context.path)
  const name = posix.join('/', folder, path).replace(/\.(?:md|rst|ipynb|txt)$/, '')
  const found = context.findUid(name)
  return (
    found && { ...found, address: found.address + (fragment === undefined ? '' : `#${fragment}`) }
  )
}

/** Each reference of a document asks for them. */
const knownLabels = new WeakMap<readonly Line[], ReadonlyMap<string, string>>()

/** What the heading behind a name says, or the name. */
function labelsOf(lines: readonly Line[]): ReadonlyMap<string, string> {
  const known = knownLabels.get(lines)
  if (known !== undefined) return known
  const labels = new Map<string, string>()
  let pending: string[] = []
  for (const { text } of lines) {
    const name = target.exec(text)?.[2] ?? /^[\s>]*:(?:name|label): +(\S+)\s*$/.exec(text)?.[1]
    if (name !== undefined) {
      pending.push(name)
      labels.set(name.toLowerCase(), name)
    } else if (text.trim() !== '') {
      const words = headingWords(text)?.replace(/\s*\{[^{}]*\}$/, '')
      if (words) for (const one of pending) labels.set(one.toLowerCase(), words)
      pending = []
    }
  }
  knownLabels.set(lines, labels)
  return labels
}

const link =
  /(!?)\[([^\][]{0,500})\]\((?:<([^<>\n]{1,500})>|([^()\s<>]{1,500}))\)|<(project|path|inv|xref):([^<>\s]{1,500})>/g

/** Links lead to places of all pages, and say what stands there where they have no words. */
export const mystLinks: Construct = {
  name: 'link to a place or a page',
  written: '[](guide/setup.md), <project:guide/setup.md>',
  becomes: '[Setup](guide/setup.md), [Setup](guide/setup.md)',
  sign: /\]\(|<(?:project|path|inv|xref):/,
  read: (lines, context) =>
    lines.some(({ text }) => text.includes('](') || text.includes('<'))
      ? replaceLinks(lines, context)
      : lines,
}

function replaceLinks(lines: readonly Line[], context: ReadingContext): readonly Line[] {
  return lines.map((one) => {
    if (kindOf(one.text) !== 'text' || !/\]\(|<(?:project|path|inv|xref):/.test(one.text))
      return one
    const text = one.text.replace(
      link,
      (
        written: string,
        mark: string,
        words = '',
        angled?: string,
        bare?: string,
        scheme?: string,
        rest = '',
      ) => {
        if (mark === '!') return written
        const [, prefix = scheme, address = ''] =
          scheme === undefined
            ? (/^(?:(project|path|inv|xref):)?(.*)$/.exec(angled ?? bare ?? '') ?? [])
            : ['', scheme, rest]
        if (prefix === 'inv') return words || `\`${address.replace(/^.*[:#]/, '') || address}\``
        if (prefix === 'xref') return otherProject(address, words, context) ?? written
        if (/^[a-z][a-z\d+.-]*:/i.test(address)) return written
        const place = placeOf(address, lines, context)
        if (place === undefined) {
          return words === '' || prefix !== undefined
            ? `[${words || address.replace(/^#/, '')}](${linkDestination(address)})`
            : written
        }
        return `[${words || place.title}](${linkDestination(place.address)})`
      },
    )
    return text === one.text ? one : { ...one, text }
  })
}

/** https://mystmd.org/guide/external-references */
function otherProject(address: string, words: string, context: ReadingContext): string | undefined {
  const [, name = '', path = ''] = /^([^/#]+)(.*)$/.exec(address) ?? []
  const site = context.variable(`references.${name}`)
  if (site === undefined) return undefined
  const [last = ''] = /[^/#]*$/.exec(address) ?? []
  return `[${words || nameInWords(last)}](${linkDestination(site.replace(/\/+$/, '') + path)})`
}

function placeOf(
  address: string,
  lines: readonly Line[],
  context: ReadingContext,
): UidPage | undefined {
  if (address.startsWith('#')) return findMystPlace(address.slice(1), lines, context)
  return findDocument(address, context) ?? findMystPlace(address, lines, context)
}
