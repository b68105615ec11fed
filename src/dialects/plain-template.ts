/** Fills in templates of Tera and Jinja that are plain: text with values, and parts on conditions. @module */

/** What a template may be, taken apart: text, a value, or a word of a condition. */
const part = /\{#.*?#\}|\{\{-?\s*(.*?)\s*-?\}\}|\{%-?\s*(.*?)\s*-?%\}/gs
const value = /^(\w+)((?:\s*\|\s*\w+(?:\([^()]*\))?)*)$/
const initial = /\|\s*default\(\s*(?:value\s*=\s*)?(["'])(.*?)\1\s*\)/
const condition = /^(?:if|elif)\s+(not\s+)?(\w+)(?:\s+is\s+defined|\s*(==|!=)\s*(["'])(.*?)\4)?$/

/** A condition that the text stands in. */
interface Condition {
  /** What stands here is shown. */
  isMet: boolean
  /** A part of it was shown. */
  wasMet: boolean
}

/**
 * Fill in a template.
 * @returns Undefined when it is a program: it computes, repeats, or asks for more than it was given.
 */
export function fillTemplate(
  template: string,
  values: ReadonlyMap<string, string>,
): string | undefined {
  const conditions: Condition[] = []
  const isShown = (): boolean => conditions.every(({ isMet }) => isMet)
  let filled = ''
  let at = 0
  for (const match of template.matchAll(part)) {
    const [written, name, statement] = match
    if (isShown()) filled += template.slice(at, match.index)
    at = match.index + written.length
    if (name !== undefined) {
      const found = valueIn(name, values)
      if (found === undefined) return undefined
      if (isShown()) filled += found
    } else if (statement !== undefined && !follow(statement, conditions, values)) return undefined
  }
  return conditions.length > 0 ? undefined : filled + template.slice(at)
}

/** How it is escaped is no matter of its words. */
function valueIn(written: string, values: ReadonlyMap<string, string>): string | undefined {
  const [, name, filters = ''] = value.exec(written) ?? []
  if (
    name === undefined ||
    !/^(?:\s*\|\s*(?:safe|markdown|trim|default|escape)\b[^|]*)*$/.test(filters)
  )
    return undefined
  return values.get(name) ?? initial.exec(filters)?.[2] ?? ''
}

/** @returns Whether it is a part of a condition that can be told. */
function follow(
  statement: string,
  conditions: Condition[],
  values: ReadonlyMap<string, string>,
): boolean {
  if (statement === 'endif') return conditions.pop() !== undefined
  const last = conditions.at(-1)
  const isNew = statement.startsWith('if ')
  const isMet = statement === 'else' ? true : conditionOf(statement, values)
  if (isMet === undefined || (!isNew && last === undefined)) return false
  if (isNew || last === undefined) conditions.push({ isMet, wasMet: isMet })
  else {
    last.isMet = isMet && !last.wasMet
    last.wasMet ||= isMet
  }
  return true
}

function conditionOf(statement: string, values: ReadonlyMap<string, string>): boolean | undefined {
  const [found, isNot, name = '', operator, , wanted] = condition.exec(statement) ?? []
  if (found === undefined) return undefined
  const given = values.get(name)
  const isTrue =
    operator === undefined
      ? !!given && given !== 'false'
      : (given === wanted) === (operator === '==')
  return isTrue !== (isNot !== undefined)
}
