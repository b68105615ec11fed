/** Finds the values, tags and blocks of Liquid. @module */

const openings = /\{\{|\{%-?\s{0,100}([a-z_]\w{0,99})/gi
const blocks = new Set(['if', 'unless', 'case', 'for', 'tablerow', 'capture'])
const singles = new Set([
  'assign',
  'increment',
  'decrement',
  'cycle',
  'echo',
  'include',
  'include_relative',
  'include_cached',
])

export interface FoundTemplate {
  readonly start: number
  readonly end: number
  /** Notation for notices, such as `{% for %}`. */
  readonly notation: string
  readonly isValue: boolean
  readonly isBlock: boolean
}

interface WrittenTag extends Omit<FoundTemplate, 'isBlock'> {
  readonly name: string | undefined
  readonly opens: boolean
}

export function findTemplates(source: string): readonly FoundTemplate[] {
  const tags = tagsIn(source)
  const ends = endsOf(tags)
  const templates: FoundTemplate[] = []
  for (let index = 0; index < tags.length; index += 1) {
    const { name, opens: _, ...tag } = tags[index] as WrittenTag
    const last = ends.get(index)
    if (last !== undefined) {
      templates.push({ ...tag, end: (tags[last] as WrittenTag).end, isBlock: true })
      index = last
    } else if (name === undefined || singles.has(name)) {
      templates.push({ ...tag, isBlock: false })
    }
  }
  return templates
}

const middle = /^(?:else|elsif|when)$/

/** The content of a block, with nested blocks unchanged. */
export function insideOf(block: string): string {
  const tags = tagsIn(block)
  const ends = endsOf(tags)
  const last = ends.get(0) ?? 0
  const parts: string[] = []
  let at = tags[0]?.end ?? 0
  for (let index = 1; index <= last; index += 1) {
    const { name = '', start, end } = tags[index] as WrittenTag
    if (ends.has(index)) index = ends.get(index) as number
    else if (index === last || middle.test(name)) {
      parts.push(block.slice(at, start))
      at = end
    }
  }
  return parts.join('')
}

const closings: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}' }

function tagsIn(source: string): readonly WrittenTag[] {
  const tags: WrittenTag[] = []
  // Searching again for a missing end would be quadratic.
  const endless = new Set<string>()
  let from = 0
  for (const { 0: opening, 1: name, index } of source.matchAll(openings)) {
    const closing = closings[opening.slice(0, 2)] as string
    if (index < from || endless.has(closing)) continue
    const at = source.indexOf(closing, index + opening.length)
    if (at === -1) {
      endless.add(closing)
      continue
    }
    from = at + closing.length
    const notation = name === undefined ? '{{ … }}' : `{% ${name} %}`
    tags.push({
      start: index,
      end: from,
      name,
      notation,
      isValue: opening === '{{',
      opens: blocks.has(name ?? ''),
    })
  }
  return tags
}

function endsOf(tags: readonly WrittenTag[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  const open: { readonly name: string; readonly index: number }[] = []
  const counts = new Map<string, number>()
  const count = (name: string, change: number): void =>
    void counts.set(name, (counts.get(name) ?? 0) + change)
  for (const [index, { name = '', opens }] of tags.entries()) {
    if (opens) {
      open.push({ name, index })
      count(name, 1)
    }
    const endedName = name.startsWith('end') ? name.slice(3) : ''
    while ((counts.get(endedName) ?? 0) > 0) {
      const last = open.pop() as (typeof open)[number]
      count(last.name, -1)
      if (last.name !== endedName) continue
      ends.set(last.index, index)
      break
    }
  }
  return ends
}
