/** Prepares an import in a worker. @module */
import { createHash } from 'node:crypto'
import type { AnswerWarning } from '../../contract/answers.ts'
import type { Message, Task } from '../../contract/base/message.ts'
import { contractLimits } from '../../contract/limits.ts'
import { unknownField } from '../../contract/outcomes.ts'
import { keepPageLinks } from '../../convert/adf/page-links.ts'
import { type ConvertedDocument, convertDocument } from '../../convert/convert-document.ts'
import { worstSeverity } from '../../convert/warnings.ts'
import type {
  AskedImport,
  PreparedHead,
  PrepareImportOptions,
  PrepareRequestOptions,
} from './import-work.ts'
import { documentMessage, type ExtractDocument, type Utf8Document } from './prepared-document.ts'
import { readImport, withinLimits } from './read-request.ts'
import { encodeText, sourceDigest } from './source-digest.ts'

/**
 * @returns A task that takes the body and the options, and returns a `PreparedHead` with the texts
 * of the document or throws a `RequestError` with `bad-request`.
 */
export function prepareImport(extract: ExtractDocument): Task {
  return (call) => {
    const options = call.value as PrepareRequestOptions
    const request = readBody(call)
    const { content, pageTitle: title, removeTitleHeading } = request.fields
    const source = { title, content, removeTitleHeading }
    const document = prepareDocument(source, options, extract)
    const unknownFields = request.unknownFields.map(unknownField)
    const warnings = limitWarnings([...unknownFields, ...document.warnings])
    const message = documentMessage({ ...document, warnings })
    const asked = askedImport(request, options)
    return { ...message, value: { asked, document: message.value } satisfies PreparedHead }
  }
}

/** The task that reads the same message as `prepareImport`, but converts nothing. */
export function readAskedImport(call: Message): Message {
  const value = askedImport(readBody(call), call.value as PrepareRequestOptions)
  return { value, parts: [] }
}

function readBody({ value, parts: [body] }: Message): ReturnType<typeof readImport> {
  const { limits } = value as PrepareRequestOptions
  return readImport(body as Uint8Array, limits.maxMarkdownBytes)
}

function askedImport(
  { fields: requestFields, digest }: ReturnType<typeof readImport>,
  { isHashed }: PrepareRequestOptions,
): AskedImport {
  const { content: _, source, ...rest } = requestFields
  const fields = { ...rest, source: source && { ...source, digest } }
  if (!isHashed) return { fields }
  // Fields at their default do not count, so digests stay the same when fields are added.
  const { removeTitleHeading, navigationTitle, ...digestedFields } = requestFields
  const navigationField = navigationTitle && { navigationTitle }
  const hashed = JSON.stringify({
    ...(removeTitleHeading ? digestedFields : requestFields),
    ...navigationField,
  })
  return { fields, requestHash: createHash('sha256').update(hashed).digest('hex') }
}

/** The converter limits its own warnings; this limit includes the warnings that we add. */
function limitWarnings(warnings: readonly AnswerWarning[]): readonly AnswerWarning[] {
  const { maxWarnings } = contractLimits
  if (warnings.length <= maxWarnings) return warnings
  const omitted = warnings.length - maxWarnings + 1
  const message = `There were ${omitted} more warnings, which are not listed.`
  const unlisted = warnings.slice(maxWarnings - 1).map(({ severity }) => severity)
  const severity = worstSeverity(unlisted) ?? 'note'
  return [
    ...warnings.slice(0, maxWarnings - 1),
    { code: 'more-warnings', severity, message, line: 0 },
  ]
}

interface PageSource {
  readonly title: string
  readonly content: string
  readonly removeTitleHeading: boolean
}

/** @throws {RequestError} `bad-request` when the Markdown exceeds a limit. */
export function convertPage(
  { title, content, removeTitleHeading }: PageSource,
  { limits, ownHosts = [] }: PrepareImportOptions,
): ConvertedDocument {
  const conversion = withinLimits(() =>
    convertDocument(content, { ...limits, ...(removeTitleHeading ? { title } : {}) }),
  )
  const isOwn = isOriginOf(ownHosts)
  return { ...conversion, adf: conversion.adf.map((piece) => keepPageLinks(piece, isOwn)) }
}

/** @throws {RequestError} `bad-request` when the Markdown exceeds a limit. */
export function prepareDocument(
  source: PageSource,
  options: PrepareImportOptions,
  extract: ExtractDocument,
): Utf8Document {
  const { title } = source
  const { text, warnings, images, ...conversion } = convertPage(source, options)
  const adf = encodeText(...conversion.adf)
  const markdown = encodeText(conversion.markdown)
  const { indexed, ...document } = extract({ title, adf: adf.pieces, text }, options.engine)
  const body = Buffer.from(indexed.text)
  // Engines that split words themselves get the unchanged text, which then need not be copied.
  const words = indexed.words === indexed.text ? body : Buffer.from(indexed.words)
  return {
    ...document,
    adf: adf.utf8,
    markdown: markdown.utf8,
    indexed: { text: body, headings: Buffer.from(indexed.headings), words },
    digest: sourceDigest({ title, markdown, adf }),
    warnings,
    images,
  }
}

/** The default port of a scheme may be omitted. */
function isOriginOf(hosts: readonly string[]): (origin: string) => boolean {
  const hostNames = hosts.map((host) => host.toLowerCase())
  return (origin) => {
    const url = URL.parse(origin)
    return url !== null && hostNames.some((host) => host === url.host || host === withPort(url))
  }
}

function withPort({ protocol, hostname, port }: URL): string {
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}
