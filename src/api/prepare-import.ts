/**
 * The costly half of an import, done in a worker: the body is parsed and checked, then its Markdown is
 * converted. What was asked for is told first, so that its place is looked up in the meantime.
 * @module
 */
import { createHash } from 'node:crypto'
import type { ConversionLimits } from '../convert/convert-document.ts'
import type { Database } from '../database/database.ts'
import type { Message } from '../isolation/frames.ts'
import { documentMessage } from '../wiki/document-message.ts'
import type { Warning } from '../wiki/wiki.ts'
import { contractLimits, type ImportFields } from './contract.ts'
import { prepareDocument } from './prepare-document.ts'
import { readRequest } from './read-request.ts'

export interface PrepareImportOptions {
  readonly limits: ConversionLimits
  /** The engine that will index the page. */
  readonly engine: Database['engine']
}

/** What an import asks for, beside the Markdown itself. */
export interface AskedImport {
  readonly fields: Omit<ImportFields, 'content'>
  /** Digest of all fields, the Markdown included. */
  readonly requestHash: string
}

/**
 * Prepare the import that a request asks for.
 * @param call The body, and the options.
 * @param tell Takes the `AskedImport`.
 * @returns The document.
 * @throws {RequestError} `bad-request`.
 */
export function prepareImport(
  { value, parts: [body] }: Message,
  tell: (asked: Message) => void,
): Message {
  const options = value as PrepareImportOptions
  const { fields, unknownFields } = readRequest(body as Uint8Array, options.limits)
  tell({ value: askedImport(fields), parts: [] })
  const { content, pageTitle: title } = fields
  const document = prepareDocument({ title, content }, options)
  const warnings = limitWarnings([...unknownFields.map(unknownField), ...document.warnings])
  return documentMessage({ ...document, warnings })
}

/**
 * Tell what checked fields ask for.
 * @param fields The fields.
 */
export function askedImport(all: ImportFields): AskedImport {
  const { content: _, ...fields } = all
  return { fields, requestHash: createHash('sha256').update(JSON.stringify(all)).digest('hex') }
}

/** The converter's own list has a bound, and so has what is added to it. */
function limitWarnings(warnings: readonly Warning[]): readonly Warning[] {
  const { maxWarnings } = contractLimits
  if (warnings.length <= maxWarnings) return warnings
  const more = warnings.length - maxWarnings + 1
  const message = `There were ${more} more warnings, which are not listed.`
  return [...warnings.slice(0, maxWarnings - 1), { code: 'more-warnings', message, line: 0 }]
}

function unknownField(name: string): Warning {
  return {
    code: 'unknown-field',
    message: `The field ${JSON.stringify(name.slice(0, 80))} is not known and was ignored.`,
    line: 0,
  }
}
