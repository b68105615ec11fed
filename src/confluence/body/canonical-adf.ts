/**
 * The canonical form of ADF: equal for everything that the API or editor makes of the same block
 * when saving. Recorded on a live site by ckedwards/rfluence and pmarschik/adfast.
 * @module
 */
import { isRecord } from '../../contract/base/parse-json.ts'
import { type AnyMark, type AnyNode, contentOf, marksOf } from '../../convert/adf/any-node.ts'
import { decodePart } from '../../convert/adf/node-text.ts'
import { editorLanguage } from '../../convert/code-info.ts'

export function canonicalAdf(node: AnyNode): string {
  const type = node.type === 'blockTaskItem' ? 'taskItem' : node.type
  const head = `${nameOf(type)}${canonicalAdfAttributes(node)}${canonicalMarks(node)}`
  const children = contentOf(node)
  const inside = canonicalChildren(type === 'taskItem' ? sentencesIn(children) : children)
  return inside === '' ? head : `${head}[${inside}]`
}

function canonicalChildren(children: readonly AnyNode[]): string {
  let result = ''
  let text = ''
  let marks = ''
  const flush = (): void => {
    if (text !== '') result += `${JSON.stringify(text)}${marks}`
    text = ''
  }
  for (const child of children) {
    if (child.type !== 'text') {
      flush()
      result += canonicalAdf(child)
      continue
    }
    if (typeof child.text !== 'string' || child.text === '') continue
    const childMarks = canonicalMarks(child)
    if (childMarks !== marks) flush()
    marks = childMarks
    text += child.text
  }
  flush()
  return result
}

/** Confluence turns tasks with blocks into tasks with sentences. */
function sentencesIn(children: readonly AnyNode[]): readonly AnyNode[] {
  return children.flatMap((child) => (Array.isArray(child.content) ? contentOf(child) : [child]))
}

/** Quote unusual node types, which could otherwise imitate other parts of the canonical form. */
function nameOf(type: string): string {
  return /^\w+$/.test(type) ? type : `?${JSON.stringify(type)}`
}

function canonicalMarks(node: AnyNode): string {
  const all = marksOf(node)
  if (all.length === 0) return ''
  const isCode = all.some((mark) => mark?.type === 'code')
  const names = all
    .filter((mark) => isRecord(mark) && !droppedMarks.has(mark.type))
    .filter(({ type }) => !isCode || besideCode.has(type))
    .map(canonicalMark)
    .filter((mark) => mark !== '')
  return names.length === 0 ? '' : `<${[...new Set(names)].sort().join()}>`
}

/** Comments are not content, and Confluence drops text sizes. */
const droppedMarks: ReadonlySet<unknown> = new Set(['annotation', 'fontSize'])

const besideCode: ReadonlySet<unknown> = new Set(['code', 'link'])

function canonicalMark({ type, attrs }: AnyMark): string {
  const attributes = isRecord(attrs) ? attrs : {}
  if (type === 'breakout') return canonicalBreakout(attributes)
  const { localId: _, ...rest } = attributes
  // The editor adds such marks to tables and macros.
  if (type === 'fragment' && typeof rest.name !== 'string') return ''
  const { href } = rest
  const resolved = typeof href === 'string' ? { ...rest, href: resolvedAddress(href) } : rest
  return `${JSON.stringify(type) ?? ''}${stableMembers(resolved)}`
}

/** The editor writes default widths explicitly. */
function canonicalBreakout({ mode, width }: Readonly<Record<string, unknown>>): string {
  if (mode === 'wide' && width === 760) return ''
  const isDefault = defaultWidths[String(mode)] === width
  return `breakout${stableMembers({ mode, width: isDefault ? null : width })}`
}

const defaultWidths: Readonly<Record<string, number>> = { 'full-width': 1_800, wide: 1_011 }

type Attributes = Readonly<Record<string, unknown>>

function canonicalAdfAttributes(node: AnyNode): string {
  if (!isRecord(node.attrs)) return ''
  const { localId: _, ...attributes } = node.attrs
  const rule = Object.hasOwn(rules, node.type) ? rules[node.type] : undefined
  const attrs = withoutDefaults(node.type, rule === undefined ? attributes : rule(attributes, node))
  const { url } = attrs
  return stableMembers(typeof url === 'string' ? { ...attrs, url: resolvedAddress(url) } : attrs)
}

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
  const typeDefaults = defaults[type] as Attributes
  return Object.fromEntries(
    Object.entries(attrs).filter(([name, value]) => typeDefaults[name] !== value),
  )
}

const rules: Readonly<Record<string, (attrs: Attributes, node: AnyNode) => Attributes>> = {
  bodiedExtension: withParameters,
  codeBlock: ({ uniqueId: _, language, ...rest }) => ({
    ...rest,
    language: typeof language === 'string' ? canonicalLanguage(language) : language,
  }),
  // The editor measures these when it shows the card.
  embedCard: ({ originalHeight: _, originalWidth: __, ...rest }) => rest,
  extension: withParameters,
  hardBreak: () => ({}),
  inlineExtension: withParameters,
  // The id already determines the file's size.
  media: ({ width: _, height: __, ...rest }) => rest,
  mediaInline: ({ width: _, height: __, ...rest }) => rest,
  mediaSingle: withoutNaturalWidth,
  // Saving replaces the text by the person's current name.
  mention: ({ text: _, accessLevel: __, userType: ___, ...rest }) => rest,
  table: withoutDefaultWidth,
  tableCell: withWholeWidths,
  tableHeader: withWholeWidths,
}

function withParameters({ parameters, ...rest }: Attributes): Attributes {
  if (!isRecord(parameters)) return { ...rest, parameters }
  const { macroMetadata: _, embeddedMacroContext: __, localId: ___, ...members } = parameters
  const macroParams = isRecord(members.macroParams)
    ? stableParameters(members.macroParams)
    : members.macroParams
  const canonical = { ...members, macroParams }
  return { ...rest, parameters: stableMembers(canonical) === '' ? undefined : canonical }
}

function stableParameters({ _parentId: _, ...parameters }: Attributes): unknown {
  return Object.keys(parameters).length === 0 ? undefined : parameters
}

function withoutNaturalWidth({ width, widthType, ...rest }: Attributes, node: AnyNode): Attributes {
  const [media] = contentOf(node)
  const isNatural = widthType === 'pixel' && width === media?.attrs?.width
  return width === undefined || width === null || isNatural ? rest : { ...rest, width, widthType }
}

const tableWidths: ReadonlyMap<unknown, number> = new Map([
  ['default', 760],
  ['wide', 960],
  ['full-width', 1_800],
])

function withoutDefaultWidth({ width, ...rest }: Attributes): Attributes {
  return tableWidths.get(rest.layout ?? 'default') === width ? rest : { ...rest, width }
}

function withWholeWidths({ colwidth, ...rest }: Attributes): Attributes {
  if (!Array.isArray(colwidth)) return { ...rest, colwidth }
  const whole = colwidth.map((width) => (typeof width === 'number' ? Math.round(width) : width))
  return { ...rest, colwidth: whole }
}

/**
 * Write the members that matter: without nulls and without Confluence's own additions.
 * @returns Empty if no member is left.
 */
function stableMembers(members: Readonly<Record<string, unknown>>): string {
  const entries = Object.keys(members)
    .filter((key) => !key.startsWith('__'))
    .sort()
    .flatMap((key) => {
      const value = members[key]
      return value === null || value === undefined
        ? []
        : [`${JSON.stringify(key)}:${stableValue(value)}`]
    })
  return entries.length === 0 ? '' : `{${entries.join()}}`
}

function stableValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stableValue).join()}]`
  return isRecord(value) ? stableMembers(value) || '{}' : JSON.stringify(value)
}

/**
 * Normalize an address: saving adds or removes page titles, and moving a page changes the space.
 * @returns Site, page id and anchor; other addresses unchanged.
 */
function resolvedAddress(address: string): string {
  const match = pagePath.exec(address) ?? pageQuery.exec(address)
  if (match?.groups === undefined) return address
  const { site, id, anchor = '' } = match.groups
  return `${site?.toLowerCase()} ${id}${decodePart(anchor)}`
}

const pagePath =
  /^(?<site>https?:\/\/[^/?#]+)\/(?:[^/?#]+\/)?spaces\/[^/?#]+\/pages\/(?<id>\d+)(?:\/[^/?#]*)?(?<anchor>#.*)?$/is
const pageQuery =
  /^(?<site>https?:\/\/[^/?#]+)\/(?:[^/?#]+\/)?pages\/viewpage\.action\?pageId=(?<id>\d+)(?<anchor>#.*)?$/is

/** @returns The language's usual name; undefined for an empty name, which means no language. */
export function canonicalLanguage(language: string): string | undefined {
  return editorLanguage(language.toLowerCase()) || undefined
}
