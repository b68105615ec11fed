/**
 * What ADF lets nodes hold, as data: children, attributes and marks by node type. Source of the
 * rules: the official JSON schema, `@atlaskit/adf-schema` 57.7.22, and where that is laxer than
 * Confluence's editor, the editor.
 * @module
 */

import {
  type AttributesRule,
  isAnything,
  isBoolean,
  isDatasource,
  isNatural,
  isNumber,
  isNumberList,
  isPresent,
  isString,
  isText,
  isWholeWithin,
  matches,
  oneOf,
  within,
} from './attribute-rules.ts'

export interface NodeRule {
  /** Node types that may stand inside; empty for a leaf. */
  readonly children: ReadonlySet<string>
  readonly minChildren: number
  readonly maxChildren: number
  /** Types of the children in their order, for the one node where it matters. */
  readonly order: readonly string[] | undefined
  /** Mark types that the node itself may carry. */
  readonly marks: ReadonlySet<string>
  /** The forms that the attributes may have; each node has one of them. */
  readonly attributes: readonly AttributesRule[]
}

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

/** One row: a leaf without marks and attributes, but for what `part` says. */
function rule(part: Partial<NodeRule & AttributesRule>): NodeRule {
  const { required = {}, optional = {}, ...rest } = part
  return {
    children: none,
    minChildren: 0,
    maxChildren: Number.POSITIVE_INFINITY,
    order: undefined,
    marks: none,
    attributes: [{ required, optional }],
    ...rest,
  }
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
const layoutOfMedia = oneOf(
  ...words('center wide full-width wrap-left wrap-right align-start align-end'),
)
const mediaAttributes = { alt: isString, width: isNumber, height: isNumber, ...localId } as const
const cardAttributes: readonly AttributesRule[] = [
  { required: { url: isString }, optional: localId },
  { required: { data: isPresent }, optional: localId },
]

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
    required: { title: isString },
    optional: localId,
  }),
  mediaSingle: rule({
    children: set('media', 'caption'),
    minChildren: 1,
    marks: set('link'),
    maxChildren: 2,
    order: ['media', 'caption'],
    attributes: [
      {
        required: { layout: layoutOfMedia },
        optional: { width: within(0, 100), widthType: oneOf('percentage'), ...localId },
      },
      {
        required: { layout: layoutOfMedia, width: isNatural, widthType: oneOf('pixel') },
        optional: localId,
      },
    ],
  }),
  mediaGroup: rule({ children: set('media'), minChildren: 1 }),
  media: rule({
    marks: set('link', 'annotation', 'border', 'dataConsumer'),
    attributes: [
      { required: { type: oneOf('external'), url: isString }, optional: mediaAttributes },
      {
        required: { type: oneOf('file', 'link'), id: isText, collection: isString },
        optional: { ...mediaAttributes, occurrenceKey: isText },
      },
    ],
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
      ...mediaAttributes,
      occurrenceKey: isText,
      data: isAnything,
    },
  }),
  inlineCard: rule({ attributes: cardAttributes }),
  blockCard: rule({
    attributes: [
      ...cardAttributes,
      {
        required: { datasource: isDatasource },
        optional: { url: isString, width: isNumber, layout: layoutOfMedia, ...localId },
      },
    ],
  }),
  embedCard: rule({
    required: { url: isString, layout: layoutOfMedia },
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
    children: set(expandable, cards, 'table'),
    minChildren: 1,
    marks: extensionMarks,
    required: extensionAttributes.required,
    optional: { ...extensionAttributes.optional, layout: layoutOfBlock },
  }),
  inlineExtension: rule({ marks: extensionMarks, ...extensionAttributes }),
  layoutSection: rule({
    children: set('layoutColumn'),
    minChildren: 2,
    maxChildren: 3,
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

/** Nodes inside which a mark of blocks may stand; a mark that is not here may stand everywhere. */
export const markParents: Readonly<Record<string, ReadonlySet<string>>> = {
  alignment: set(words('doc layoutColumn tableCell tableHeader')),
  indentation: set(words('doc layoutColumn')),
  breakout: set('doc'),
  fontSize: set(
    words('doc layoutColumn tableCell tableHeader listItem blockTaskItem'),
    words('panel expand nestedExpand bodiedExtension'),
  ),
}
