/** Makes ADF of all kinds, mostly valid, from a list of choices that a property test can shrink. @module */
import {
  isNodeType,
  markRows,
  nodeRules,
  textMarks,
} from '../../../src/convert/adf/content-rules.ts'
import type { AttributesRow } from '../../../src/convert/adf/node-row.ts'
import type { AdfMarkType } from '../../../src/convert/adf/types.ts'
import { listed } from './listed.ts'

const blocks = [...nodeRules.doc.children]

const samples: readonly unknown[] = [
  ...listed(
    'x¦¦1¦info¦TODO¦DONE¦center¦wide¦full-width¦default¦external¦file¦link¦#ff0000¦#FF000080',
    'red¦top¦pixel¦percentage¦sub¦end¦small¦inlineComment¦DEFAULT¦fixed¦\n',
  ),
  0,
  1,
  2,
  6,
  7,
  50,
  100,
  101,
  2.5,
  -1,
  true,
  false,
  null,
  [1, 2],
  [],
  ['a'],
  {},
  { a: 1 },
  { id: 'x', parameters: {}, views: [{ type: 'table' }] },
]
const maxDepth = 6

export function generatedDoc(choices: readonly number[]): unknown {
  let at = 0
  const next = (count: number): number => {
    const choice = choices[at] ?? 0
    at += 1
    return choice % count
  }
  const pick = <Item>(items: readonly Item[]): Item => items[next(items.length)] as Item
  const value = (accepts: (value: unknown) => boolean): unknown =>
    pick(next(40) === 39 ? samples : samples.filter(accepts))
  const attributes = (row: AttributesRow): Record<string, unknown> | undefined => {
    const attrs: Record<string, unknown> = {}
    for (const [name, accepts] of Object.entries(row)) {
      const isGiven = !name.endsWith('?') || next(4) === 3
      if (isGiven) attrs[name.replace(/\?$/, '')] = value(accepts)
    }
    return Object.keys(attrs).length === 0 ? undefined : attrs
  }
  const marks = (allowed: readonly string[]): object[] | undefined => {
    if (allowed.length === 0 || next(3) !== 2) return undefined
    return Array.from({ length: 1 + next(2) }, () => {
      const type = pick(allowed)
      const attrs = attributes(markRows[type as AdfMarkType])
      return { type, ...(attrs ? { attrs } : {}) }
    })
  }
  const node = (type: string, depth: number): object => {
    if (type === 'text' || !isNodeType(type)) {
      const own = marks([...textMarks])
      return { type, text: 'a', ...(own ? { marks: own } : {}) }
    }
    const rule = nodeRules[type]
    const attrs = attributes(pick(rule.attributes))
    const own = marks([...rule.marks])
    const children = next(50) === 49 ? Object.keys(nodeRules) : [...rule.children]
    const count = depth >= maxDepth || children.length === 0 ? 0 : rule.minChildren + next(3)
    const content = Array.from({ length: count }, () => node(pick(children), depth + 1))
    return {
      type,
      ...(attrs ? { attrs } : {}),
      ...(count > 0 || (rule.children.size > 0 && next(2) === 1) ? { content } : {}),
      ...(own ? { marks: own } : {}),
    }
  }
  const content = Array.from({ length: 1 + next(3) }, () => node(pick(blocks), 1))
  return { type: 'doc', version: 1, content }
}
