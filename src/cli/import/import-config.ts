/** `markport.json`: the options of an import, kept beside the files. @module */
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type OptionName, optionTable } from '../../config/config.ts'
import type { FieldType, OptionRow } from '../../config/option-row.ts'
import { findRepository } from '../../folder-import/files/find-repository.ts'
import { isInside, isWithin } from '../../folder-import/files/is-within.ts'
import { readRegularTextSync } from '../../folder-import/files/read-regular-file.ts'
import type { OptionTexts } from '../command-options.ts'
import { UsageError } from '../context.ts'

/** What may stand in the file, and as what. */
const fields = new Map(
  Object.entries<OptionRow<unknown>>(optionTable).flatMap(([name, row]) =>
    row.inFile === undefined ? [] : [[name as OptionName, { ...row, type: row.inFile }] as const],
  ),
)

const configName = 'markport.json'

/** What a configuration says. */
export interface ImportConfig {
  readonly file: string
  /** The user named the file: it is no part of what is imported. */
  readonly isNamed: boolean
  readonly texts: OptionTexts
}

/**
 * Read the file.
 * @param base The folder of the files, where it is looked for.
 * @throws {UsageError} When it is not there though it was named, or holds what it may not.
 */
export function readImportConfig(base: string, file: string | undefined): ImportConfig {
  const place = file === undefined ? join(base, configName) : resolve(file)
  const isNamed = file !== undefined
  if (!isNamed && !existsSync(place)) return { file: place, isNamed, texts: {} }
  const texts: Partial<Record<OptionName, { source: string; text: string }>> = {}
  for (const [name, value] of Object.entries(parseConfig(place, isNamed))) {
    // An export says where it is from: its files are read as that, by whoever finds them.
    if (name === '$schema' || name === 'exportedFrom') continue
    const key = name as OptionName
    const field = fields.get(key)
    if (field === undefined) {
      throw new UsageError(
        `${place}: ${JSON.stringify(name)} is not known; use ${[...fields.keys()].join(', ')}.`,
      )
    }
    const text = toText(field.type, value, dirname(place))
    if (text === undefined) {
      throw new UsageError(`${place}: ${name} must be ${typeNames[field.type]}.`)
    }
    if (key === 'manifest' && !isNamed && !isInside(text, dirname(place))) {
      throw new UsageError(
        `${place}: manifest must stay in the folder of this file; give --manifest.`,
      )
    }
    texts[key] = { source: `${place}: ${name}`, text }
  }
  return { file: place, isNamed, texts }
}

const typeNames: Readonly<Record<FieldType, string>> = {
  string: 'a string',
  path: 'a string, a path from the folder of this file',
  list: 'an array of strings',
  boolean: 'true or false',
  integer: 'a whole number',
}

function parseConfig(place: string, isNamed: boolean): object {
  let text: string
  try {
    // What the user names may be a pipe of the shell's; what lies beside the files may not.
    text = isNamed ? readFileSync(place, 'utf8') : readBeside(place)
  } catch (error) {
    throw new UsageError(`--config: ${(error as Error).message}.`)
  }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch (error) {
    throw new UsageError(`${place} is no JSON: ${(error as Error).message}.`)
  }
  throw new UsageError(`${place} must be a JSON object.`)
}

/** A link to elsewhere would have what it leads to told in errors. */
function readBeside(place: string): string {
  const real = realpathSync.native(place)
  if (isWithin(real, findRepository(dirname(place)))) return readRegularTextSync(real)
  throw new Error(`${place} leads out of the repository`)
}

/** The value as a user would write it behind the flag. */
function toText(type: FieldType, value: unknown, folder: string): string | undefined {
  switch (type) {
    case 'string':
      return typeof value === 'string' ? value : undefined
    case 'path':
      return typeof value === 'string' ? resolve(folder, value) : undefined
    case 'boolean':
      return typeof value === 'boolean' ? String(value) : undefined
    case 'integer':
      return Number.isInteger(value) ? String(value) : undefined
    case 'list':
      return Array.isArray(value) && value.every((one) => typeof one === 'string')
        ? value.join(',')
        : undefined
  }
}

const jsonTypes: Readonly<Record<FieldType, object>> = {
  string: { type: 'string' },
  path: { type: 'string' },
  list: { type: 'array', items: { type: 'string' } },
  boolean: { type: 'boolean' },
  integer: { type: 'integer' },
}

/** The JSON schema of the file, for editors. */
export function importConfigSchema(): object {
  const properties = Array.from(fields, ([name, { type, description, fallback }]) => {
    const shown = type === 'boolean' && fallback === 'true' ? `${description} (false)` : description
    return [name, { ...jsonTypes[type], description: shown }]
  })
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Options of markport import',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      exportedFrom: {
        type: 'object',
        description: 'Written by an export: its files are read to the letter.',
        properties: { service: { type: 'string' }, space: { type: 'string' } },
      },
      ...Object.fromEntries(properties),
    },
    additionalProperties: false,
  }
}
