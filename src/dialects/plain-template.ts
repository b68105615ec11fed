/** Fills in templates of Tera and Jinja that are plain: text with values, and parts on conditions. @module */

/** What stands between text: a comment, a value, or a word of a condition. */
const opening = /\{[#{%]/g
const closings: Readonly<Record<string, string>> = { '{#': '#}', '{{': '}}', '{%': '%}' }
const value = /^(\w+)((?:\s*\|\s*\w+(?:\([^()]*\))?)*)$/
const plainFilters = new Set(['safe', 'markdown', 'trim', 'default', 'escape'])
const initial = /\|\s*default\(\s*(?:value\s*=\s*)?(["'])([^()]*?)\1\s*\)/
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
  for (const { 0: opened, index } of template.matchAll(opening)) {
    // Within one that is open, such as a string, it opens nothing.
    if (index < at) continue
    const closing = closings[opened] as string
    const end = template.indexOf(closing, index + opened.length)
    // Generators take it for a fault.
    if (end === -1) return undefined
    if (isShown()) filled += template.slice(at, index)
    at = end + closing.length
    const said = template
      .slice(index + opened.length, end)
      .replace(/^-|-$/g, '')
      .trim()
    if (opened === '{{') {
      const found = valueIn(said, values)
      if (found === undefined) return undefined
      if (isShown()) filled += found
    } else if (opened === '{%' && !follow(said, conditions, values)) return undefined
  }
  return conditions.length > 0 ? undefined : filled + template.slice(at)
}

/** How it is escaped is no matter of its words. */
function valueIn(written: string, values: ReadonlyMap<string, string>): string | undefined {
  const [, name, filters = ''] = value.exec(written) ?? []
  const names = filters.split('|').slice(1)
  const isPlain = names.every((filter) => plainFilters.has(/\w+/.exec(filter)?.[0] ?? ''))
  if (name === undefined || !isPlain) return undefined
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
