/** Finds the templates of a document: values, tags, and blocks from their first tag to their last. @module */

/** What tags, values and comments begin with; the group is the name of a tag. */
const openings = /\{\{|\{%-?\s{0,100}([a-z_]\w{0,99})/gi
/** Tags that hold what stands up to their end. */
const blocks = new Set(['if', 'unless', 'case', 'for', 'tablerow', 'capture'])
/** Tags that stand alone. */
const singles = new Set([
  ...['assign', 'increment', 'decrement', 'cycle', 'echo'],
  ...['include', 'include_relative', 'include_cached'],
])

/** A template in a document. */
export interface FoundTemplate {
  readonly start: number
  readonly end: number
  /** How a notice names it, such as `{% for %}`. */
  readonly written: string
  /** It shows the value that it is for. */
  readonly isValue: boolean
  /** It holds what stands up to its last tag. */
  readonly isBlock: boolean
}

interface Tag extends Omit<FoundTemplate, 'isBlock'> {
  /** Undefined for a value, or a comment. */
  readonly name: string | undefined
  /** It is the first tag of a block. */
  readonly opens: boolean
}

/** Find them, outermost and in their order. */
export function findTemplates(source: string): readonly FoundTemplate[] {
  const all = tagsIn(source)
  const ends = endsOf(all)
  const found: FoundTemplate[] = []
  for (let index = 0; index < all.length; index += 1) {
    const { name, opens: _, ...tag } = all[index] as Tag
    const last = ends.get(index)
    if (last !== undefined) {
      found.push({ ...tag, end: (all[last] as Tag).end, isBlock: true })
      index = last
    } else if (name === undefined || singles.has(name)) {
      found.push({ ...tag, isBlock: false })
    }
  }
  return found
}

const middle = /^(?:else|elsif|when)$/

/** Give what stands between the tags of a block; blocks in it stay whole. */
export function insideOf(block: string): string {
  const all = tagsIn(block)
  const ends = endsOf(all)
  const last = ends.get(0) ?? 0
  const parts: string[] = []
  let at = all[0]?.end ?? 0
  for (let index = 1; index <= last; index += 1) {
    const { name = '', start, end } = all[index] as Tag
    if (ends.has(index)) index = ends.get(index) as number
    else if (index === last || middle.test(name)) {
      parts.push(block.slice(at, start))
      at = end
    }
  }
  return parts.join('')
}

/** Of what each begins with. */
const closings: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}' }

function tagsIn(source: string): readonly Tag[] {
  const found: Tag[] = []
  // What has no end up to the end of the document is not looked for again.
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
    const written = name === undefined ? '{{ … }}' : `{% ${name} %}`
    found.push({
      start: index,
      end: from,
      name,
      written,
      isValue: opening === '{{',
      opens: blocks.has(name ?? ''),
    })
  }
  return found
}

/** The tag that ends each block, by the places of both; blocks without one are none. */
function endsOf(all: readonly Tag[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  const open: { readonly name: string; readonly index: number }[] = []
  const counts = new Map<string, number>()
  const count = (name: string, more: number): void =>
    void counts.set(name, (counts.get(name) ?? 0) + more)
  for (const [index, { name = '', opens }] of all.entries()) {
    if (opens) {
      open.push({ name, index })
      count(name, 1)
    }
    const ended = name.startsWith('end') ? name.slice(3) : ''
    while ((counts.get(ended) ?? 0) > 0) {
      const last = open.pop() as (typeof open)[number]
      count(last.name, -1)
      if (last.name !== ended) continue
      ends.set(last.index, index)
      break
    }
  }
  return ends
}

/** What stands before a number of three digits, in letters that no author's text has beside sealed code. */
const mark = '\uf4a9'
const zero = 0xf400
const digitBits = 7
const digitMask = 2 ** digitBits - 1
const all = /\uf4a9[\uf400-\uf47f]{3}/g

/** Write a mark. */
export function markOf(line: number): string {
  const digits = [2, 1, 0].map((place) => zero + ((line >> (place * digitBits)) & digitMask))
  return mark + String.fromCharCode(...digits)
}

/**
 * Read the last mark before a place.
 * @returns 1 where there is none.
 */
export function lineBefore(text: string, at: number): number {
  const from = text.lastIndexOf(mark, at)
  if (from === -1) return 1
  let line = 0
  for (const digit of text.slice(from + 1, from + 4)) {
    line = (line << digitBits) | (digit.charCodeAt(0) - zero)
  }
  return line
}

export function withoutLineMarks(text: string): string {
  return text.replace(all, '')
}
