/**
 * Front matter that is nothing but names with a word or a quoted text each, as nearly all is: read so,
 * it takes a small part of the time that a whole parser of YAML does.
 * @module
 */

/** A field, and its value as it is written. */
export interface PlainField {
  readonly value: string
  readonly written: string
  /** Line of the YAML, from 0. */
  readonly line: number
}

/** What means the same to YAML whatever stands around it: no mark of its own, no tab, no bracket. */
const plainField =
  /^([A-Za-z_][\w-]*): ([\p{L}\p{N}](?:[^:#\s\p{C}[\]{}]| (?=[^#\s]))*|"([^"\\\p{C}[\]{}]*)"|'([^'\p{C}[\]{}]*)')$/u

/**
 * Read YAML that is so plain.
 * @param yaml The text between the lines of `---`.
 * @returns Its fields, the last of each name; `undefined` where it takes a parser to tell.
 */
export function readPlainYaml(yaml: string): ReadonlyMap<string, PlainField> | undefined {
  const fields = new Map<string, PlainField>()
  for (const [line, text] of yaml.split('\n').entries()) {
    if (text === '') continue
    const [, name, written, doubleQuoted, singleQuoted] = plainField.exec(text) ?? []
    if (name === undefined || written === undefined) return undefined
    fields.set(name, { value: doubleQuoted ?? singleQuoted ?? written, written, line })
  }
  return fields
}
