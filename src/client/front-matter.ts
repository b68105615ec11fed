/**
 * The fields of front matter that an import uses. Of YAML and TOML it reads what such fields are
 * written in: plain and quoted words, and lists of them.
 * @module
 */

export interface FrontMatter {
  readonly title?: string
  /** Id of a page, or the path of another file. */
  readonly parent?: string
  /** `markport: false` was there: the file is no page. */
  readonly isSkipped: boolean
  /** As they are written; undefined when the field is not there. */
  readonly labels: LabelField | undefined
}

export interface LabelField {
  readonly names: readonly string[]
  /** Line of the file, from 1. */
  readonly line: number
}

/**
 * Read the fields.
 * @param text What stands between the lines of `---` or `+++`.
 */
export function readFrontMatter(text: string): FrontMatter {
  const lines = text.split(/\r?\n/)
  const fields = findFields(lines)
  const textOf = (name: string): string | undefined => {
    const field = fields.get(name)
    return field && readText(field.value, lines, field.index)
  }
  const title = textOf('title')
  const parent = textOf('parent')
  const labels = fields.get('labels')
  return {
    ...(title ? { title } : {}),
    ...(parent ? { parent } : {}),
    isSkipped: textOf('markport') === 'false',
    // The text starts on the second line of the file.
    labels: labels && {
      names: readList(labels.value, lines, labels.index),
      line: labels.index + 2,
    },
  }
}

interface Field {
  readonly value: string
  /** Of its line. */
  readonly index: number
}

const pattern = /^(?:"([^"]+)"|'([^']+)'|([\w-]+))[ \t]*[:=](?:[ \t]+|$|(?=["'[]))(.*)$/

function findFields(lines: readonly string[]): Map<string, Field> {
  const fields = new Map<string, Field>()
  for (const [index, line] of lines.entries()) {
    // Fields of tables in TOML belong to those, and come after all others.
    if (line.startsWith('[')) break
    const [, double, single, bare, value = ''] = pattern.exec(line) ?? []
    const name = double ?? single ?? bare
    if (name !== undefined && !fields.has(name)) fields.set(name, { value: value.trim(), index })
  }
  return fields
}

function readText(value: string, lines: readonly string[], index: number): string {
  return /^[|>][+-]?\d?$/.test(value) ? readBlock(lines, index + 1) : readScalar(value)
}

function readScalar(value: string): string {
  if (value.startsWith('"')) return unquoteDouble(value)
  if (value.startsWith("'")) {
    const [, inside = ''] = /^'((?:[^']|'')*)'/.exec(value) ?? []
    return inside.replaceAll("''", "'").trim()
  }
  return withoutComment(value)
}

/** A comment starts after a space, so that `C# in depth` stays whole. */
function withoutComment(value: string): string {
  return value.replace(/(?:^|\s+)#.*$/, '').trim()
}

/** A list in brackets, over several lines if need be, one with a dash for each, or words with commas. */
function readList(value: string, lines: readonly string[], index: number): string[] {
  const below = lines.slice(index + 1)
  if (value.startsWith('['))
    return readItems([value.slice(1), ...below].map(withoutComment).join('\n'))
  if (withoutComment(value) === '') return readDashed(below).map(readScalar).filter(Boolean)
  return readItems(/^["']/.test(value) ? readScalar(value) : withoutComment(value))
}

const quoted = `"(?:[^"\\\\]|\\\\.)*"|'(?:[^']|'')*'`

/** Items with commas between them, up to a bracket or the end. */
function readItems(text: string): string[] {
  const next = new RegExp(`\\s*(${quoted}|[^,\\]\\n]*)\\s*(,?)`, 'y')
  const items: string[] = []
  for (;;) {
    const [, item = '', comma] = next.exec(text) ?? []
    items.push(readScalar(item.trim()))
    if (!comma) return items.filter(Boolean)
  }
}

function readDashed(lines: readonly string[]): string[] {
  const items: string[] = []
  for (const line of lines) {
    const dashed = /^\s*-(?:\s+(.*))?$/.exec(line)
    if (dashed !== null) items.push((dashed[1] ?? '').trim())
    else if (withoutComment(line) !== '') break
  }
  return items
}

function unquoteDouble(value: string): string {
  const [quoted] = /^"(?:[^"\\]|\\.)*"/.exec(value) ?? []
  if (quoted === undefined) return value
  try {
    return String(JSON.parse(quoted)).trim()
  } catch {
    return quoted.slice(1, -1).trim()
  }
}

/** The lines of a block scalar, as one. */
function readBlock(lines: readonly string[], start: number): string {
  const block: string[] = []
  for (const line of lines.slice(start)) {
    if (line.trim() !== '' && !/^\s/.test(line)) break
    block.push(line.trim())
  }
  return block.join(' ').trim()
}
