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
}

/**
 * Read the fields.
 * @param text What stands between the lines of `---` or `+++`.
 */
export function readFrontMatter(text: string): FrontMatter {
  const fields = readFields(text)
  const title = fields.get('title')
  const parent = fields.get('parent')
  return {
    ...(title ? { title } : {}),
    ...(parent ? { parent } : {}),
    isSkipped: fields.get('markport') === 'false',
  }
}

const field = /^(?:"([^"]+)"|'([^']+)'|([\w-]+))[ \t]*[:=](?:[ \t]+|$|(?=["']))(.*)$/

function readFields(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  const lines = text.split(/\r?\n/)
  for (const [index, line] of lines.entries()) {
    // Fields of tables in TOML belong to those, and come after all others.
    if (line.startsWith('[')) break
    const [, double, single, bare, value = ''] = field.exec(line) ?? []
    const name = double ?? single ?? bare
    if (name !== undefined && !fields.has(name)) fields.set(name, readValue(value, lines, index))
  }
  return fields
}

function readValue(written: string, lines: readonly string[], index: number): string {
  const value = written.trim()
  if (value.startsWith('"')) return unquoteDouble(value)
  if (value.startsWith("'")) {
    const [, inside = ''] = /^'((?:[^']|'')*)'/.exec(value) ?? []
    return inside.replaceAll("''", "'").trim()
  }
  if (/^[|>][+-]?\d?$/.test(value)) return readBlock(lines, index + 1)
  // A comment starts after a space, so that `C# in depth` stays whole.
  return value.replace(/(?:^|\s+)#.*$/, '').trim()
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
