/**
 * What ADF lets nodes hold, as data: children, attributes and marks by node type. `types.ts` makes the
 * types of it. Source of the rules: the official JSON schema, `@atlaskit/adf-schema` 57.7.22, and where
 * that is laxer than Confluence's editor, the editor.
 * @module
 */
import { wordSet } from '../../contract/base/lists.ts'
import {
  type AttributesRow,
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
  within,
} from './node-row.ts'
import type { AdfMarkType, AdfNodeType, AdfParentType } from './types.ts'

const lists = 'bulletList orderedList taskList'
const media = 'mediaSingle mediaGroup'
const cards = 'blockCard embedCard'
const expandable =
  `paragraph panel blockquote rule heading codeBlock decisionList extension ${lists} ${media}` as const
const inColumn = `${expandable} ${cards} table bodiedExtension expand` as const
const inline =
  'text date emoji hardBreak inlineCard mention placeholder status inlineExtension mediaInline'

const localId = { 'localId?': isString } as const
const task = { localId: isString, state: oneOf('TODO DONE') } as const
const extension = {
  extensionType: isText,
  extensionKey: isText,
  'parameters?': isAnything,
  'text?': isString,
  'localId?': isText,
} as const
const blockExtension = { ...extension, 'layout?': oneOf('default wide full-width') } as const
const vertical = oneOf('top middle bottom')
const cell = {
  children: `${expandable} ${cards} nestedExpand`,
  minChildren: 1,
  attrs: {
    'colspan?': isNumber,
    'rowspan?': isNumber,
    'colwidth?': isNumberList,
    'background?': isString,
    'valign?': vertical,
    ...localId,
  },
} as const
const layout = oneOf('center wide full-width wrap-left wrap-right align-start align-end')
const described = {
  'alt?': isString,
  'width?': isNumber,
  'height?': isNumber,
  ...localId,
} as const
const card = [
  { url: isString, ...localId },
  { data: isPresent, ...localId },
] as const

export const nodeRows = {
  doc: { children: `${inColumn} layoutSection` },
  paragraph: { children: inline, marks: 'alignment indentation fontSize', attrs: localId },
  heading: {
    children: inline,
    marks: 'alignment indentation',
    attrs: { level: isWholeWithin(1, 6), ...localId },
  },
  text: {},
  hardBreak: { attrs: { 'text?': oneOf('\n'), ...localId } },
  rule: { attrs: localId },
  bulletList: { children: 'listItem', minChildren: 1, attrs: localId },
  orderedList: {
    children: 'listItem',
    minChildren: 1,
    attrs: { 'order?': isNatural, ...localId },
  },
  listItem: {
    children: `paragraph ${lists} mediaSingle codeBlock extension`,
    minChildren: 1,
    attrs: localId,
  },
  taskList: {
    children: 'taskItem taskList blockTaskItem',
    minChildren: 1,
    attrs: { localId: isString },
  },
  taskItem: { children: inline, attrs: task },
  blockTaskItem: { children: 'paragraph extension', minChildren: 1, attrs: task },
  decisionList: { children: 'decisionItem', minChildren: 1, attrs: { localId: isString } },
  decisionItem: { children: inline, attrs: { localId: isString, state: isString } },
  blockquote: {
    children: `paragraph orderedList bulletList codeBlock ${media} extension`,
    minChildren: 1,
    attrs: localId,
  },
  codeBlock: {
    children: 'text',
    marks: 'breakout',
    attrs: {
      'language?': isString,
      'uniqueId?': isString,
      'wrap?': isBoolean,
      'hideLineNumbers?': isBoolean,
      ...localId,
    },
  },
  panel: {
    children: `paragraph heading blockCard codeBlock rule decisionList extension ${lists} ${media}`,
    minChildren: 1,
    attrs: {
      panelType: oneOf('info note tip warning error success custom'),
      'panelIcon?': isString,
      'panelIconId?': isString,
      'panelIconText?': isString,
      'panelColor?': isString,
      ...localId,
    },
  },
  table: {
    children: 'tableRow',
    minChildren: 1,
    marks: 'fragment',
    attrs: {
      'isNumberColumnEnabled?': isBoolean,
      'layout?': oneOf('wide full-width center align-start align-end default'),
      'width?': isNumber,
      'displayMode?': oneOf('default fixed'),
      'localId?': isText,
    },
  },
  tableRow: { children: 'tableCell tableHeader', minChildren: 1, attrs: localId },
  tableCell: cell,
  tableHeader: cell,
  expand: {
    children: `${expandable} ${cards} table nestedExpand`,
    minChildren: 1,
    marks: 'breakout',
    attrs: { 'title?': isString, ...localId },
  },
  nestedExpand: { children: expandable, minChildren: 1, attrs: { title: isString, ...localId } },
  mediaSingle: {
    children: 'media caption',
    minChildren: 1,
    maxChildren: 2,
    order: ['media', 'caption'],
    marks: 'link',
    attrs: [
      { layout, 'width?': within(0, 100), 'widthType?': oneOf('percentage'), ...localId },
      { layout, width: isNatural, widthType: oneOf('pixel'), ...localId },
    ],
  },
  mediaGroup: { children: 'media', minChildren: 1 },
  media: {
    marks: 'link annotation border dataConsumer',
    attrs: [
      { type: oneOf('external'), url: isString, ...described },
      {
        type: oneOf('file link'),
        id: isText,
        collection: isString,
        ...described,
        'occurrenceKey?': isText,
      },
    ],
  },
  caption: {
    children: 'hardBreak mention emoji date placeholder inlineCard status text',
    attrs: localId,
  },
  mediaInline: {
    marks: 'link annotation border',
    attrs: {
      id: isText,
      collection: isString,
      'type?': oneOf('link file image'),
      ...described,
      'occurrenceKey?': isText,
      'data?': isAnything,
    },
  },
  inlineCard: { attrs: card },
  blockCard: {
    attrs: [
      ...card,
      {
        datasource: isDatasource,
        'url?': isString,
        'width?': isNumber,
        'layout?': layout,
        ...localId,
      },
    ],
  },
  embedCard: {
    attrs: {
      url: isString,
      layout,
      'width?': within(0, 100),
      'originalHeight?': isNumber,
      'originalWidth?': isNumber,
      ...localId,
    },
  },
  emoji: { attrs: { shortName: isString, 'id?': isString, 'text?': isString, ...localId } },
  mention: {
    attrs: {
      id: isString,
      'text?': isString,
      'accessLevel?': isString,
      'userType?': oneOf('DEFAULT SPECIAL APP'),
      ...localId,
    },
  },
  /** The timestamp is milliseconds since 1970 in decimal digits. */
  date: { attrs: { timestamp: isText, ...localId } },
  status: {
    attrs: {
      text: isText,
      color: matches(/^(neutral|purple|blue|red|yellow|green|#[0-9a-f]{6})$/),
      'style?': isString,
      ...localId,
    },
  },
  placeholder: { attrs: { text: isString, ...localId } },
  extension: { marks: 'dataConsumer fragment', attrs: blockExtension },
  bodiedExtension: {
    children: `${expandable} ${cards} table`,
    minChildren: 1,
    marks: 'dataConsumer fragment',
    attrs: blockExtension,
  },
  inlineExtension: { marks: 'dataConsumer fragment', attrs: extension },
  layoutSection: {
    children: 'layoutColumn',
    minChildren: 2,
    maxChildren: 3,
    marks: 'breakout',
    attrs: localId,
  },
  layoutColumn: {
    children: inColumn,
    minChildren: 1,
    attrs: { width: within(0, 100), 'valign?': vertical, ...localId },
  },
} as const satisfies Readonly<Record<string, NodeRow>>

export const nodeRules: Readonly<Record<AdfParentType, NodeRule>> = Object.fromEntries(
  Object.entries(nodeRows).map(([type, row]) => [type, nodeRule(row)]),
) as Record<AdfParentType, NodeRule>

export function isNodeType(type: unknown): type is AdfNodeType {
  return typeof type === 'string' && type !== 'doc' && Object.hasOwn(nodeRules, type)
}

const isColor = matches(/^#[0-9a-fA-F]{6}$/)

export const markRows = {
  strong: {},
  em: {},
  underline: {},
  strike: {},
  code: {},
  subsup: { type: oneOf('sub sup') },
  link: {
    href: isString,
    'title?': isString,
    'id?': isString,
    'collection?': isString,
    'occurrenceKey?': isString,
  },
  textColor: { color: isColor },
  backgroundColor: { color: isColor },
  annotation: { id: isString, annotationType: oneOf('inlineComment') },
  alignment: { align: oneOf('center end') },
  indentation: { level: isWholeWithin(1, 6) },
  breakout: { mode: oneOf('wide full-width'), 'width?': isNumber },
  border: { size: isWholeWithin(1, 3), color: matches(/^#[0-9a-fA-F]{6,8}$/) },
  fontSize: { fontSize: oneOf('small') },
  fragment: { localId: isText, 'name?': isString },
  dataConsumer: { sources: isStringList },
} as const satisfies Readonly<Record<string, AttributesRow>>

export const marksOfText =
  'strong em underline strike code subsup link textColor backgroundColor annotation'
export const textMarks: ReadonlySet<string> = wordSet(marksOfText)

/** The only marks that text with the code mark may also carry. */
export const besideCode: ReadonlySet<string> = wordSet('code annotation')

/** Parents in which a block mark may stand; marks without a row may stand anywhere. */
export const markParents: Readonly<Partial<Record<AdfMarkType, ReadonlySet<string>>>> = {
  alignment: wordSet('doc layoutColumn tableCell tableHeader'),
  indentation: wordSet('doc layoutColumn'),
  breakout: wordSet('doc'),
  fontSize: wordSet(
    'doc layoutColumn tableCell tableHeader listItem blockTaskItem panel expand nestedExpand bodiedExtension',
  ),
}
