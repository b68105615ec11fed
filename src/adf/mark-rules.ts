/** What ADF lets marks say and where they may stand, as data; see `content-rules`. @module */
import {
  type AttributesRule,
  isNumber,
  isString,
  isStringList,
  isText,
  isWholeWithin,
  matches,
  oneOf,
} from './attribute-rules.ts'

function mark(
  required: AttributesRule['required'] = {},
  optional: AttributesRule['optional'] = {},
): AttributesRule {
  return { required, optional }
}

const isColor = matches(/^#[0-9a-fA-F]{6}$/)

/** One row for each mark type. */
export const markRules: Readonly<Record<string, AttributesRule>> = {
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
  dataConsumer: mark({ sources: isStringList }),
}

/** Marks of text. */
export const textMarks: ReadonlySet<string> = new Set(
  'strong em underline strike code subsup link textColor backgroundColor annotation'.split(' '),
)

/** Text with the code mark may carry only these beside it. */
export const besideCode: ReadonlySet<string> = new Set(['code', 'annotation'])
