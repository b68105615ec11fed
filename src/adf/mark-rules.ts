/** The attributes and places of ADF marks, as data; see `content-rules`. @module */

import {
  type AttributesRow,
  type AttributesRule,
  attributesRule,
  isNumber,
  isString,
  isStringList,
  isText,
  isWholeWithin,
  matches,
  oneOf,
} from './attribute-rules.ts'
import type { AdfMarkAttrs, AdfMarkType, AdfTextMarkType } from './marks.ts'
import { type TypeSet, typeSet, words } from './node-row.ts'

const isColor = matches(/^#[0-9a-fA-F]{6}$/)

type Rows = {
  readonly [Type in AdfMarkType]: AttributesRow<
    AdfMarkAttrs[Type] extends object ? AdfMarkAttrs[Type] : object
  >
}

const rows: Rows = {
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
  Object.entries(rows).map(([type, row]) => [type, attributesRule(row)]),
) as Record<AdfMarkType, AttributesRule>

export const textMarks: TypeSet<AdfTextMarkType> = typeSet(
  words('strong em underline strike code subsup link textColor backgroundColor annotation'),
)

/** The only marks that text with the code mark may also carry. */
export const besideCode: TypeSet<'code' | 'annotation'> = typeSet('code', 'annotation')

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
