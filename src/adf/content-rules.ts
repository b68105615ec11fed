/**
 * What ADF lets nodes hold, as data: children, attributes and marks by node type. Source of the
 * rules: the official JSON schema, `@atlaskit/adf-schema` 57.7.22, and where that is laxer than
 * Confluence's editor, the editor.
 * @module
 */

/** A check of one attribute's value. */
export type AttributeRule = (value: unknown) => boolean

export interface NodeRule {
  /** Node types that may stand inside; empty for a leaf. */
  readonly children: ReadonlySet<string>
  readonly minChildren: number
  /** Mark types that the node itself may carry. */
  readonly marks: ReadonlySet<string>
  readonly required: Readonly<Record<string, AttributeRule>>
  readonly optional: Readonly<Record<string, AttributeRule>>
}

const isString: AttributeRule = (value) => typeof value === 'string'
const isText: AttributeRule = (value) => typeof value === 'string' && value !== ''
const isBoolean: AttributeRule = (value) => typeof value === 'boolean'
const isNumber: AttributeRule = (value) => typeof value === 'number' && Number.isFinite(value)
const isAnything: AttributeRule = () => true
const isNumberList: AttributeRule = (value) => Array.isArray(value) && value.every(isNumber)
const isNatural: AttributeRule = (value) => typeof value === 'number' && value >= 0
const within =
  (low: number, high: number): AttributeRule =>
  (value) =>
    typeof value === 'number' && value >= low && value <= high
const oneOf =
  (...words: readonly unknown[]): AttributeRule =>
  (value) =>
    words.includes(value)
const matches =
  (pattern: RegExp): AttributeRule =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
const isWholeWithin =
  (low: number, high: number): AttributeRule =>
  (value) =>
    Number.isInteger(value) && (value as number) >= low && (value as number) <= high

const words = (text: string): readonly string[] => text.split(' ')
const inline = words(
  'text date emoji hardBreak inlineCard mention placeholder status inlineExtension mediaInline',
)
const lists = words('bulletList orderedList taskList')
const media = words('mediaSingle mediaGroup')
const cards = words('blockCard embedCard')
const expandable = [
  ...words('paragraph panel blockquote rule heading codeBlock decisionList extension'),
  ...lists,
  ...media,
]
const inColumn = [...expandable, ...cards, ...words('table bodiedExtension expand')]

const none: ReadonlySet<string> = new Set()
const set = (...types: readonly (string | readonly string[])[]): ReadonlySet<string> =>
  new Set(types.flat())

function rule(part: Partial<NodeRule>): NodeRule {
  return { children: none, minChildren: 0, marks: none, required: {}, optional: {}, ...part }
}

const extensionAttributes = {
  required: { extensionType: isText, extensionKey: isText },
  optional: { parameters: isAnything, text: isString, localId: isText },
} as const
const layoutOfBlock = oneOf('default', 'wide', 'full-width')
const extensionMarks = set('dataConsumer', 'fragment')
const cellRule = rule({
  children: set(expandable, cards, 'nestedExpand'),
  minChildren: 1,
  optional: {
    colspan: isNumber,
    rowspan: isNumber,
    colwidth: isNumberList,
    background: isString,
    valign: oneOf('top', 'middle', 'bottom'),
    localId: isString,
  },
})
const localId = { localId: isString } as const

/** One row for each node type. */
export const nodeRules: Readonly<Record<string, NodeRule>> = {
  doc: rule({ children: set(inColumn, 'layoutSection', 'syncBlock', 'bodiedSyncBlock') }),
  paragraph: rule({
    children: set(inline),
    marks: set('alignment', 'indentation', 'fontSize'),
    optional: localId,
  }),
  heading: rule({
    children: set(inline),
    marks: set('alignment', 'indentation'),
    required: { level: isWholeWithin(1, 6) },
    optional: localId,
  }),
  text: rule({}),
  hardBreak: rule({ optional: { text: oneOf('\n'), ...localId } }),
  rule: rule({ optional: localId }),
  bulletList: rule({ children: set('listItem'), minChildren: 1, optional: localId }),
  orderedList: rule({
    children: set('listItem'),
    minChildren: 1,
    optional: { order: isNatural, ...localId },
  }),
  listItem: rule({
    children: set('paragraph', lists, 'mediaSingle', 'codeBlock', 'extension'),
    minChildren: 1,
    optional: localId,
  }),
  taskList: rule({
    children: set('taskItem', 'taskList', 'blockTaskItem'),
    minChildren: 1,
    required: localId,
  }),
  taskItem: rule({
    children: set(inline),
    required: { localId: isString, state: oneOf('TODO', 'DONE') },
  }),
  blockTaskItem: rule({
    children: set('paragraph', 'extension'),
    minChildren: 1,
    required: { localId: isString, state: oneOf('TODO', 'DONE') },
  }),
  decisionList: rule({ children: set('decisionItem'), minChildren: 1, required: localId }),
  decisionItem: rule({
    children: set(inline),
    required: { localId: isString, state: isString },
  }),
  blockquote: rule({
    children: set('paragraph', 'orderedList', 'bulletList', 'codeBlock', media, 'extension'),
    minChildren: 1,
    optional: localId,
  }),
  codeBlock: rule({
    children: set('text'),
    marks: set('breakout'),
    optional: {
      language: isString,
      uniqueId: isString,
      wrap: isBoolean,
      hideLineNumbers: isBoolean,
      ...localId,
    },
  }),
  panel: rule({
    children: set(
      words('paragraph heading blockCard codeBlock rule decisionList extension'),
      lists,
      media,
    ),
    minChildren: 1,
    required: {
      panelType: oneOf('info', 'note', 'tip', 'warning', 'error', 'success', 'custom'),
    },
    optional: {
      panelIcon: isString,
      panelIconId: isString,
      panelIconText: isString,
      panelColor: isString,
      ...localId,
    },
  }),
  table: rule({
    children: set('tableRow'),
    minChildren: 1,
    marks: set('fragment'),
    optional: {
      isNumberColumnEnabled: isBoolean,
      layout: oneOf('wide', 'full-width', 'center', 'align-start', 'align-end', 'default'),
      width: isNumber,
      displayMode: oneOf('default', 'fixed'),
      localId: isText,
    },
  }),
  tableRow: rule({
    children: set('tableCell', 'tableHeader'),
    minChildren: 1,
    optional: localId,
  }),
  tableCell: cellRule,
  tableHeader: cellRule,
  expand: rule({
    children: set(expandable, cards, 'table', 'nestedExpand'),
    minChildren: 1,
    marks: set('breakout'),
    optional: { title: isString, ...localId },
  }),
  nestedExpand: rule({
    children: set(expandable),
    minChildren: 1,
    optional: { title: isString, ...localId },
  }),
  mediaSingle: rule({
    children: set('media', 'caption'),
    minChildren: 1,
    marks: set('link'),
    required: {
      layout: oneOf(
        'center',
        'wide',
        'full-width',
        'wrap-left',
        'wrap-right',
        'align-start',
        'align-end',
      ),
    },
    optional: { width: isNatural, widthType: oneOf('percentage', 'pixel'), ...localId },
  }),
  mediaGroup: rule({ children: set('media'), minChildren: 1 }),
  media: rule({
    marks: set('link', 'annotation', 'border', 'dataConsumer'),
    required: { type: oneOf('external', 'file', 'link') },
    optional: {
      url: isString,
      id: isText,
      collection: isString,
      alt: isString,
      width: isNumber,
      height: isNumber,
      occurrenceKey: isText,
      ...localId,
    },
  }),
  caption: rule({
    children: set(words('hardBreak mention emoji date placeholder inlineCard status text')),
    optional: localId,
  }),
  mediaInline: rule({
    marks: set('link', 'annotation', 'border'),
    required: { id: isText, collection: isString },
    optional: {
      type: oneOf('link', 'file', 'image'),
      alt: isString,
      width: isNumber,
      height: isNumber,
      occurrenceKey: isText,
      data: isAnything,
      ...localId,
    },
  }),
  inlineCard: rule({ optional: { url: isString, data: isAnything, ...localId } }),
  blockCard: rule({
    optional: {
      url: isString,
      data: isAnything,
      datasource: isAnything,
      width: isNumber,
      layout: isString,
      ...localId,
    },
  }),
  embedCard: rule({
    required: { url: isString, layout: isString },
    optional: {
      width: within(0, 100),
      originalHeight: isNumber,
      originalWidth: isNumber,
      ...localId,
    },
  }),
  emoji: rule({
    required: { shortName: isString },
    optional: { id: isString, text: isString, ...localId },
  }),
  mention: rule({
    required: { id: isString },
    optional: {
      text: isString,
      accessLevel: isString,
      userType: oneOf('DEFAULT', 'SPECIAL', 'APP'),
      ...localId,
    },
  }),
  date: rule({ required: { timestamp: isText }, optional: localId }),
  status: rule({
    required: {
      text: isText,
      color: matches(/^(neutral|purple|blue|red|yellow|green|#[0-9a-f]{6})$/),
    },
    optional: { style: isString, ...localId },
  }),
  placeholder: rule({ required: { text: isString }, optional: localId }),
  extension: rule({
    marks: extensionMarks,
    required: extensionAttributes.required,
    optional: { ...extensionAttributes.optional, layout: layoutOfBlock },
  }),
  bodiedExtension: rule({
    children: set(expandable, cards, 'table', 'expand', 'layoutSection'),
    minChildren: 1,
    marks: extensionMarks,
    required: extensionAttributes.required,
    optional: { ...extensionAttributes.optional, layout: layoutOfBlock },
  }),
  inlineExtension: rule({ marks: extensionMarks, ...extensionAttributes }),
  layoutSection: rule({
    children: set('layoutColumn'),
    minChildren: 2,
    marks: set('breakout'),
    optional: localId,
  }),
  layoutColumn: rule({
    children: set(inColumn),
    minChildren: 1,
    required: { width: within(0, 100) },
    optional: { valign: oneOf('top', 'middle', 'bottom'), ...localId },
  }),
}

export interface MarkRule {
  readonly required: Readonly<Record<string, AttributeRule>>
  readonly optional: Readonly<Record<string, AttributeRule>>
}

function mark(required: MarkRule['required'] = {}, optional: MarkRule['optional'] = {}): MarkRule {
  return { required, optional }
}

const isColor = matches(/^#[0-9a-fA-F]{6}$/)

/** One row for each mark type. */
export const markRules: Readonly<Record<string, MarkRule>> = {
  strong: mark(),
  em: mark(),
  underline: mark(),
  strike: mark(),
  code: mark(),
  subsup: mark({ type: oneOf('sub', 'sup') }),
  link: mark(
    { href: isString },
    { title: isString, id: isString, collection: isString, occurrenceKey: isString },
  ),
  textColor: mark({ color: isColor }),
  backgroundColor: mark({ color: isColor }),
  annotation: mark({ id: isString, annotationType: oneOf('inlineComment') }),
  alignment: mark({ align: oneOf('center', 'end') }),
  indentation: mark({ level: isWholeWithin(1, 6) }),
  breakout: mark({ mode: oneOf('wide', 'full-width') }, { width: isNumber }),
  border: mark({ size: isWholeWithin(1, 3), color: matches(/^#[0-9a-fA-F]{6,8}$/) }),
  fontSize: mark({ fontSize: oneOf('small') }),
  fragment: mark({ localId: isText }, { name: isString }),
  dataConsumer: mark({ sources: isAnything }),
}

/** Marks of text. */
export const textMarks: ReadonlySet<string> = set(
  words('strong em underline strike code subsup link textColor backgroundColor annotation'),
)

/** Text with the code mark may carry only these beside it. */
export const besideCode: ReadonlySet<string> = set('code', 'annotation')

/** Where a paragraph or heading may be aligned. */
export const alignable: ReadonlySet<string> = set('doc', 'layoutColumn', 'tableCell', 'tableHeader')
