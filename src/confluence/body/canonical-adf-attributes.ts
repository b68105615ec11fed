/** The attributes of a node in their canonical form: without ids, defaults and what saving adds. @module */
import type { AnyNode } from '../../render/unchecked-node.ts'
import { resolvedAddress } from './page-address.ts'
import { childrenOf, isRecord } from './sent-node.ts'
import { stableMembers } from './stable-json.ts'

type Attributes = Readonly<Record<string, unknown>>

/**
 * Write the attributes of a node.
 * @param node Any node.
 * @returns An empty text where none says anything.
 */
export function canonicalAdfAttributes(node: AnyNode): string {
  if (!isRecord(node.attrs)) return ''
  const { localId: _, ...own } = node.attrs
  const rule = Object.hasOwn(rules, node.type) ? rules[node.type] : undefined
  const attrs = withoutDefaults(node.type, rule === undefined ? own : rule(own, node))
  const { url } = attrs
  return stableMembers(typeof url === 'string' ? { ...attrs, url: resolvedAddress(url) } : attrs)
}

/** What Confluence fills in where nothing was said. */
const defaults: Readonly<Record<string, Attributes>> = {
  bodiedExtension: { layout: 'default' },
  codeBlock: { hideLineNumbers: false, wrap: false },
  expand: { title: '' },
  extension: { layout: 'default' },
  mediaSingle: { layout: 'align-start', widthType: 'percentage' },
  nestedExpand: { title: '' },
  orderedList: { order: 1 },
  status: { style: 'bold' },
  table: { displayMode: 'default', isNumberColumnEnabled: false, layout: 'default' },
  tableCell: { colspan: 1, rowspan: 1 },
  tableHeader: { colspan: 1, rowspan: 1 },
}

function withoutDefaults(type: string, attrs: Attributes): Attributes {
  if (!Object.hasOwn(defaults, type)) return attrs
  const own = defaults[type] as Attributes
  return Object.fromEntries(Object.entries(attrs).filter(([name, value]) => own[name] !== value))
}

/** What else is known of an attribute of a type. */
const rules: Readonly<Record<string, (attrs: Attributes, node: AnyNode) => Attributes>> = {
  bodiedExtension: withParameters,
  codeBlock: ({ uniqueId: _, language, ...rest }) => ({
    ...rest,
    language: canonicalLanguage(language),
  }),
  // Measured by the editor when it shows the card.
  embedCard: ({ originalHeight: _, originalWidth: __, ...rest }) => rest,
  extension: withParameters,
  hardBreak: () => ({}),
  inlineExtension: withParameters,
  // The size of the file, which its id stands for.
  media: ({ width: _, height: __, ...rest }) => rest,
  mediaInline: ({ width: _, height: __, ...rest }) => rest,
  mediaSingle: withoutNaturalWidth,
  // Saving writes the name that the person has then.
  mention: ({ text: _, accessLevel: __, userType: ___, ...rest }) => rest,
  table: withoutOwnWidth,
  tableCell: withWholeWidths,
  tableHeader: withWholeWidths,
}

/** What saving makes of the names of languages, lower-cased before. */
const languages: ReadonlyMap<string, string> = new Map([
  ['bash', 'shell'],
  ['c#', 'csharp'],
  ['cpp', 'c++'],
  ['js', 'javascript'],
  ['py', 'python'],
  ['text', 'plaintext'],
  ['vb', 'visualbasic'],
])

function canonicalLanguage(language: unknown): unknown {
  if (typeof language !== 'string') return language
  const lowered = language.toLowerCase()
  return lowered === '' ? undefined : (languages.get(lowered) ?? lowered)
}

function withParameters({ parameters, ...rest }: Attributes): Attributes {
  if (!isRecord(parameters)) return { ...rest, parameters }
  const { macroMetadata: _, embeddedMacroContext: __, localId: ___, ...own } = parameters
  const macroParams = isRecord(own.macroParams)
    ? stableParameters(own.macroParams)
    : own.macroParams
  const known = { ...own, macroParams }
  return { ...rest, parameters: stableMembers(known) === '' ? undefined : known }
}

function stableParameters({ _parentId: _, ...own }: Attributes): unknown {
  return Object.keys(own).length === 0 ? undefined : own
}

/** An image for which no width was given gets its own. */
function withoutNaturalWidth({ width, widthType, ...rest }: Attributes, node: AnyNode): Attributes {
  const [media] = childrenOf(node)
  const isNatural = widthType === 'pixel' && width === media?.attrs?.width
  return width === undefined || width === null || isNatural ? rest : { ...rest, width, widthType }
}

const tableWidths: ReadonlyMap<unknown, number> = new Map([
  ['default', 760],
  ['wide', 960],
  ['full-width', 1_800],
])

function withoutOwnWidth({ width, ...rest }: Attributes): Attributes {
  return tableWidths.get(rest.layout ?? 'default') === width ? rest : { ...rest, width }
}

function withWholeWidths({ colwidth, ...rest }: Attributes): Attributes {
  if (!Array.isArray(colwidth)) return { ...rest, colwidth }
  const whole = colwidth.map((width) => (typeof width === 'number' ? Math.round(width) : width))
  return { ...rest, colwidth: whole }
}
