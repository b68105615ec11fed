/** Roles of MyST: a name in braces before words in code, `{ref}`. @module */
import { posix } from 'node:path'
import { codeSpanOf } from '../code-block.ts'
import type { Construct, ReadingContext, UidPage } from '../construct.ts'
import { kindOf, type Line, mapText } from '../line.ts'
import { linkDestination, nameInWords, wordsToHtml } from '../parts/words.ts'
import { open } from '../sealed-code.ts'
import { headingWords } from '../words.ts'
import { anchorOf } from './directive.ts'

const role = /\{([A-Za-z][\w:.+-]*)\}(\uf4a0[^\uf4a0-\uf4a2]{1,500}\uf4a1)/g

type Reader = (said: string, lines: readonly Line[], context: ReadingContext) => string

function partsOf(said: string): { words: string | undefined; target: string } {
  const [, words, target] = /^(.*\S)\s*<([^<>]*)>$/s.exec(said) ?? []
  return { words, target: target ?? said }
}

function linkTo(words: string | undefined, target: string, place: UidPage | undefined): string {
  const shown = words ?? place?.title ?? target
  return place === undefined ? shown : `[${shown}](${linkDestination(place.address)})`
}

const toPlace: Reader = (said, lines, context) => {
  const { words, target } = partsOf(said.replace(/^!/, ''))
  return linkTo(
    words?.replace(/\s*(?:%s|\{number\})/g, ''),
    target,
    findMystPlace(target, lines, context),
  )
}

const toDocument: Reader = (said, _, context) => {
  const { words, target } = partsOf(said)
  const place = findDocument(target, context)
  if (place !== undefined) return linkTo(words, target, place)
  const address = context.findFile(target.replace(/^\/+/, ''))
  return words === undefined && address === undefined
    ? target
    : `[${words ?? target}](${linkDestination(address ?? target)})`
}

const element =
  (name: string): Reader =>
  (said) =>
    `<${name}>${wordsToHtml(said)}</${name}>`

const asCode: Reader = (said) =>
  codeSpanOf(partsOf(said).words ?? said.replace(/^[!~](?:.*\.)?/, ''))
const asWords: Reader = (said) => partsOf(said).words ?? said
const nothing: Reader = () => ''

const readers: Readonly<Record<string, Reader>> = {
  ref: toPlace,
  numref: toPlace,
  eq: toPlace,
  'math:numref': toPlace,
  any: toPlace,
  doc: toDocument,
  download: (said) => {
    const { words, target } = partsOf(said)
    return `[${words ?? target}](${linkDestination(target)})`
  },
  math: (said) => `$${said.trim()}$`,
  kbd: element('kbd'),
  sub: element('sub'),
  subscript: element('sub'),
  sup: element('sup'),
  superscript: element('sup'),
  strong: (said) => `**${said}**`,
  emphasis: (said) => `*${said}*`,
  guilabel: (said) => `**${said.replaceAll('&', '')}**`,
  menuselection: (said) => `**${said.replaceAll('-->', '›')}**`,
  pep: (said) => `[PEP ${said}](https://peps.python.org/pep-${said.padStart(4, '0')}/)`,
  rfc: (said) => `[RFC ${said}](https://www.rfc-editor.org/rfc/rfc${said}.html)`,
  abbr: (said) => said.replace(/\s*\((.*)\)$/, ' ($1)'),
  'sub-ref': (said, _, context) => context.variable(`myst_substitutions.${said}`) ?? said,
}

const silent = /^(?:octicon|fa[bsr]?|fas|material-\w+|index|raw)$/
const programs =
  /^(?:(?:py|c|cpp|js|rst|std|external)(?::.*)?|func|class|meth|mod|attr|data|exc|obj|const|code|literal|file|command|program|option|envvar|samp|token|keyword|makevar|mimetype|regexp|dfn-code)$/

/** https://myst-parser.readthedocs.io/en/latest/syntax/roles-and-directives.html */
export const mystRoles: Construct = {
  name: 'role',
  written:
    'See {doc}`the setup <guide/setup>`, {kbd}`Ctrl`, {math}`a^2` and {py:func}`~os.path.join`.',
  becomes: 'See [the setup](guide/setup.md), <kbd>Ctrl</kbd>, $a^2$ and `join`.',
  sign: /\}`/,
  inCode: { written: '{ref}`more`', becomes: 'more' },
  read: (lines, context) =>
    mapText(lines, (text) =>
      text.replace(role, (_, name: string, span: string) => {
        const [, , said = ''] = /^(`+) ?(.*?) ?\1$/s.exec(open(span)) ?? []
        if (silent.test(name)) return nothing(said, lines, context)
        const own = Object.hasOwn(readers, name) ? readers[name] : undefined
        return (own ?? (programs.test(name) ? asCode : asWords))(said, lines, context)
      }),
    ),
}

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

/** Find an anchor on this page, or else on another. */
function findMystPlace(
  name: string,
  lines: readonly Line[],
  context: ReadingContext,
): UidPage | undefined {
  const title = labelsOf(lines).get(name.toLowerCase())
  if (title !== undefined) {
    return { address: `#${encodeURIComponent(name)}`, title: context.lend(title) ?? name }
  }
  return context.findUid(name)
}

function findDocument(address: string, context: ReadingContext): UidPage | undefined {
  const [path = '', fragment] = address.split('#')
  const folder = path.startsWith('/') ? '' : posix.dirname(context.path)
  const name = posix.join('/', folder, path).replace(/\.(?:md|rst|ipynb|txt)$/, '')
  const found = context.findUid(name)
  return (
    found && { ...found, address: found.address + (fragment === undefined ? '' : `#${fragment}`) }
  )
}

export function addressOfTarget(name: string, context: ReadingContext): string {
  return (context.findUid(name) ?? findDocument(name, context))?.address ?? name
}

const knownLabels = new WeakMap<readonly Line[], ReadonlyMap<string, string>>()

/** Map each name to the heading behind it. */
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

/** Links may lead to anchors of all pages; an empty link takes its target's title. */
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
