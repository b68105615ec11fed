/**
 * What ADF lets nodes hold, as data: children, attributes and marks by node type. Source of the
 * rules: the official JSON schema, `@atlaskit/adf-schema` 57.7.22, and where that is laxer than
 * Confluence's editor, the editor.
 * @module
 */
import {
  type AdfParentType,
  type AttributesRule,
  attributesRule,
  isAnything,
  isBoolean,
  isDatasource,
  isNatural,
  isNumber,
  isNumberList,
  isPresent,
  isString,
  isStringList,
  isText,
  isWholeWithin,
  matches,
  type NodeRow,
  type NodeRule,
  nodeRule,
  oneOf,
  typeSet,
  within,
  words,
} from './node-row.ts'
import type { AdfMarkType, AdfNodeType } from './types.ts'

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

const extensionAttributes = {
  required: { extensionType: isText, extensionKey: isText },
  optional: { parameters: isAnything, text: isString, localId: isText },
}
const layoutOfBlock = oneOf('default', 'wide', 'full-width')
const extensionMarks = typeSet('dataConsumer', 'fragment')
const cellRule = {
  children: typeSet(expandable, cards, 'nestedExpand'),
  minChildren: 1,
  optional: {
    colspan: isNumber,
    rowspan: isNumber,
    colwidth: isNumberList,
    background: isString,
    valign: oneOf('top', 'middle', 'bottom'),
    localId: isString,
  },
}
const localId = { localId: isString }
const layoutOfMedia = oneOf(
  ...words('center wide full-width wrap-left wrap-right align-start align-end'),
)
const mediaAttributes = { alt: isString, width: isNumber, height: isNumber, ...localId }
const cardAttributes = [
  { required: { url: isString }, optional: localId },
  { required: { data: isPresent }, optional: localId },
]

const rows: Readonly<Record<AdfParentType, NodeRow>> = {
  doc: { children: typeSet(inColumn, 'layoutSection') },
  paragraph: {
    children: typeSet(inline),
    marks: typeSet('alignment', 'indentation', 'fontSize'),
    optional: localId,
  },
  heading: {
    children: typeSet(inline),
    marks: typeSet('alignment', 'indentation'),
    required: { level: isWholeWithin(1, 6) },
    optional: localId,
  },
  text: {},
  hardBreak: { optional: { text: oneOf('\n'), ...localId } },
  rule: { optional: localId },
  bulletList: { children: typeSet('listItem'), minChildren: 1, optional: localId },
  orderedList: {
    children: typeSet('listItem'),
    minChildren: 1,
    optional: { order: isNatural, ...localId },
  },
  listItem: {
    children: typeSet('paragraph', lists, 'mediaSingle', 'codeBlock', 'extension'),
    minChildren: 1,
    optional: localId,
  },
  taskList: {
    children: typeSet('taskItem', 'taskList', 'blockTaskItem'),
    minChildren: 1,
    required: localId,
  },
  taskItem: {
    children: typeSet(inline),
    required: { localId: isString, state: oneOf('TODO', 'DONE') },
  },
  blockTaskItem: {
    children: typeSet('paragraph', 'extension'),
    minChildren: 1,
    required: { localId: isString, state: oneOf('TODO', 'DONE') },
  },
  decisionList: { children: typeSet('decisionItem'), minChildren: 1, required: localId },
  decisionItem: {
    children: typeSet(inline),
    required: { localId: isString, state: isString },
  },
  blockquote: {
    children: typeSet('paragraph', 'orderedList', 'bulletList', 'codeBlock', media, 'extension'),
    minChildren: 1,
    optional: localId,
  },
  codeBlock: {
    children: typeSet('text'),
    marks: typeSet('breakout'),
    optional: {
      language: isString,
      uniqueId: isString,
      wrap: isBoolean,
      hideLineNumbers: isBoolean,
      ...localId,
    },
  },
  panel: {
    children: typeSet(
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
  },
  table: {
    children: typeSet('tableRow'),
    minChildren: 1,
    marks: typeSet('fragment'),
    optional: {
      isNumberColumnEnabled: isBoolean,
      layout: oneOf('wide', 'full-width', 'center', 'align-start', 'align-end', 'default'),
      width: isNumber,
      displayMode: oneOf('default', 'fixed'),
      localId: isText,
    },
  },
  tableRow: {
    children: typeSet('tableCell', 'tableHeader'),
    minChildren: 1,
    optional: localId,
  },
  tableCell: cellRule,
  tableHeader: cellRule,
  expand: {
    children: typeSet(expandable, cards, 'table', 'nestedExpand'),
    minChildren: 1,
    marks: typeSet('breakout'),
    optional: { title: isString, ...localId },
  },
  nestedExpand: {
    children: typeSet(expandable),
    minChildren: 1,
    required: { title: isString },
    optional: localId,
  },
  mediaSingle: {
    children: typeSet('media', 'caption'),
    minChildren: 1,
    marks: typeSet('link'),
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
  },
  mediaGroup: { children: typeSet('media'), minChildren: 1 },
  media: {
    marks: typeSet('link', 'annotation', 'border', 'dataConsumer'),
    attributes: [
      { required: { type: oneOf('external'), url: isString }, optional: mediaAttributes },
      {
        required: { type: oneOf('file', 'link'), id: isText, collection: isString },
        optional: { ...mediaAttributes, occurrenceKey: isText },
      },
    ],
  },
  caption: {
    children: typeSet(words('hardBreak mention emoji date placeholder inlineCard status text')),
    optional: localId,
  },
  mediaInline: {
    marks: typeSet('link', 'annotation', 'border'),
    required: { id: isText, collection: isString },
    optional: {
      type: oneOf('link', 'file', 'image'),
      ...mediaAttributes,
      occurrenceKey: isText,
      data: isAnything,
    },
  },
  inlineCard: { attributes: cardAttributes },
  blockCard: {
    attributes: [
      ...cardAttributes,
      {
        required: { datasource: isDatasource },
        optional: { url: isString, width: isNumber, layout: layoutOfMedia, ...localId },
      },
    ],
  },
  embedCard: {
    required: { url: isString, layout: layoutOfMedia },
    optional: {
      width: within(0, 100),
      originalHeight: isNumber,
      originalWidth: isNumber,
      ...localId,
    },
  },
  emoji: {
    required: { shortName: isString },
    optional: { id: isString, text: isString, ...localId },
  },
  mention: {
    required: { id: isString },
    optional: {
      text: isString,
      accessLevel: isString,
      userType: oneOf('DEFAULT', 'SPECIAL', 'APP'),
      ...localId,
    },
  },
  date: { required: { timestamp: isText }, optional: localId },
  status: {
    required: {
      text: isText,
      color: matches(/^(neutral|purple|blue|red|yellow|green|#[0-9a-f]{6})$/),
    },
    optional: { style: isString, ...localId },
  },
  placeholder: { required: { text: isString }, optional: localId },
  extension: {
    marks: extensionMarks,
    required: extensionAttributes.required,
    optional: { ...extensionAttributes.optional, layout: layoutOfBlock },
  },
  bodiedExtension: {
    children: typeSet(expandable, cards, 'table'),
    minChildren: 1,
    marks: extensionMarks,
    required: extensionAttributes.required,
    optional: { ...extensionAttributes.optional, layout: layoutOfBlock },
  },
  inlineExtension: { marks: extensionMarks, ...extensionAttributes },
  layoutSection: {
    children: typeSet('layoutColumn'),
    minChildren: 2,
    maxChildren: 3,
    marks: typeSet('breakout'),
    optional: localId,
  },
  layoutColumn: {
    children: typeSet(inColumn),
    minChildren: 1,
    required: { width: within(0, 100) },
    optional: { valign: oneOf('top', 'middle', 'bottom'), ...localId },
  },
}

export const nodeRules: Readonly<Record<AdfParentType, NodeRule>> = Object.fromEntries(
  Object.entries(rows).map(([type, row]) => [type, nodeRule(row)]),
) as Record<AdfParentType, NodeRule>

export function isNodeType(type: unknown): type is AdfNodeType {
  return typeof type === 'string' && type !== 'doc' && Object.hasOwn(nodeRules, type)
}

const isColor = matches(/^#[0-9a-fA-F]{6}$/)

const markRows: Readonly<Record<AdfMarkType, Partial<AttributesRule>>> = {
  strong: {},
  em: {},
  underline: {},
  strike: {},
  code: {},
  subsup: { required: { type: oneOf('sub', 'sup') } },
  link: {
    required: { href: isString },
    optional: { title: isString, id: isString, collection: isString, occurrenceKey: isString },
  },
  textColor: { required: { color: isColor } },
  backgroundColor: { required: { color: isColor } },
  annotation: { required: { id: isString, annotationType: oneOf('inlineComment') } },
  alignment: { required: { align: oneOf('center', 'end') } },
  indentation: { required: { level: isWholeWithin(1, 6) } },
  breakout: { required: { mode: oneOf('wide', 'full-width') }, optional: { width: isNumber } },
  border: {
    required: { size: isWholeWithin(1, 3), color: matches(/^#[0-9a-fA-F]{6,8}$/) },
  },
  fontSize: { required: { fontSize: oneOf('small') } },
  fragment: { required: { localId: isText }, optional: { name: isString } },
  dataConsumer: { required: { sources: isStringList } },
}

export const markRules: Readonly<Record<AdfMarkType, AttributesRule>> = Object.fromEntries(
  Object.entries(markRows).map(([type, row]) => [type, attributesRule(row)]),
) as Record<AdfMarkType, AttributesRule>

export const textMarks: ReadonlySet<string> = typeSet(
  words('strong em underline strike code subsup link textColor backgroundColor annotation'),
)

/** The only marks that text with the code mark may also carry. */
export const besideCode: ReadonlySet<string> = typeSet('code', 'annotation')

/** Parents in which a block mark may stand; marks without a row may stand anywhere. */
export const markParents: Readonly<Partial<Record<AdfMarkType, ReadonlySet<string>>>> = {
  alignment: typeSet(words('doc layoutColumn tableCell tableHeader')),
  indentation: typeSet(words('doc layoutColumn')),
  breakout: typeSet('doc'),
  fontSize: typeSet(
    words('doc layoutColumn tableCell tableHeader listItem blockTaskItem'),
    words('panel expand nestedExpand bodiedExtension'),
  ),
}
