/** Reads and checks what a caller wants to write, strictly, with the first fault named; and renders bodies. All of it in a worker. @module */
import { isObject } from '../../adf/attribute-rules.ts'
import { problems } from '../../adf/problems.ts'
import type { AdfDoc } from '../../adf/types.ts'
import { parseId } from '../../database/ids.ts'
import { completeMarkdownLinks } from '../../folder-import/documents/read-exported.ts'
import { contractLimits } from '../../importing/contract.ts'
import { keptTitle, titleProblem } from '../../importing/page-title.ts'
import { type Message, textOf } from '../../isolation/frames.ts'
import { adfToHtml } from '../../render/adf-to-html.ts'
import { adfToMarkdown } from '../../render/adf-to-markdown.ts'
import { adfToStorage } from '../../render/adf-to-storage.ts'
import { withPaths, withWholeAddresses } from '../store/attachments/attachment-addresses.ts'
import { type BodyFormat, writtenFormats } from './body-formats.ts'
import { HostApiError, invalidRequest, wrongType } from './host-api-error.ts'
import { type BodyMembers, isDeeperThan, parseMembers, readVersion } from './json-body.ts'
import type { BodyKind } from './page-changes.ts'

/** Two levels for each of the nodes that may stand inside each other, and some for attributes. */
const maxJsonDepth = 1_000

/**
 * Read a body.
 * @param call The bytes, the wiki's public address, and what they are to say.
 * @returns What `changesOf` reads.
 */
export function readPageBody({ value, parts: [body] }: Message): Message {
  const { origin, kind } = value as { origin: string; kind: BodyKind }
  try {
    const members = parseMembers(body as Uint8Array)
    checkKinds(members)
    const [id, spaceId, parentId] = ['id', 'spaceId', 'parentId'].map((name) =>
      readId(members, name),
    )
    const isNew = kind === 'page'
    if (isNew && spaceId === undefined) throw invalidRequest('spaceId is required.')
    const version = kind === 'version' ? readVersion(members, 'page') : undefined
    const hasTitle = kind !== 'version' || Object.hasOwn(members, 'title')
    const title = hasTitle ? readTitle(members) : undefined
    const ownerId = readOwner(members)
    const isEmpty = isNew && !Object.hasOwn(members, 'body')
    const written = hasBody(members, kind) ? readWritten(members, origin) : undefined
    const { form, text } = written ?? { form: 'adf', text: isEmpty ? emptyAdf : undefined }
    const parts = text === undefined ? [] : [Buffer.from(text)]
    return { value: { changes: { id, spaceId, parentId, ownerId, version, title }, form }, parts }
  } catch (error) {
    if (!(error instanceof HostApiError)) throw error
    const { status, code, message } = error
    return { value: { refusal: { status, code, message } }, parts: [] }
  }
}

/** What a page without a body says. */
const emptyAdf = '{"version":1,"type":"doc","content":[]}'

function hasBody(members: BodyMembers, kind: BodyKind): boolean {
  return kind !== 'title' && Object.hasOwn(members, 'body')
}

/**
 * Render a page's body as the API's `body` member.
 * @param call The format and the wiki's public origin; the ADF, and the Markdown that it was made of, if
 * it was.
 * @returns The member's value, as JSON text.
 */
export function renderPageBody({ value, parts: [part, source] }: Message): Message {
  const { format, origin } = value as { format: BodyFormat; origin: string }
  const adf = withWholeAddresses(textOf(part), origin)
  const doc = (): AdfDoc => JSON.parse(adf) as AdfDoc
  const view = (): string => adfToHtml(doc())
  const render: Readonly<Record<BodyFormat, () => string>> = {
    atlas_doc_format: () => adf,
    storage: () => adfToStorage(doc()),
    view,
    export_view: view,
    styled_view: view,
    anonymous_export_view: view,
    markdown: () =>
      source === undefined
        ? adfToMarkdown(doc())
        : completeMarkdownLinks(textOf(source), `${origin}/wiki`),
  }
  const body = render[format]()
  const member = JSON.stringify({ [format]: { representation: format, value: body } })
  return { value: null, parts: [Buffer.from(member)] }
}

/**
 * Read an id: a string of digits, or a number.
 * @returns `undefined` when it is absent or null.
 * @throws {HostApiError} 400 for anything else.
 */
function readId(members: BodyMembers, name: string): string | undefined {
  const value = Object.hasOwn(members, name) ? members[name] : undefined
  if (value === undefined || value === null) return undefined
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : 'object'
  if (parseId(text) === undefined) throw wrongType(name, text)
  return text
}

/**
 * Read the title.
 * @throws {HostApiError} 400 with the limit.
 */
function readTitle(members: BodyMembers): string {
  const value = Object.hasOwn(members, 'title') ? members.title : undefined
  const title = typeof value === 'string' ? keptTitle(value) : ''
  const { maxTitleLength } = contractLimits
  if (title === '' || title.length > maxTitleLength) {
    throw invalidRequest(`title must be a string of 1 to ${maxTitleLength} characters.`)
  }
  if (!title.isWellFormed()) throw invalidRequest('title must not contain lone surrogates.')
  const problem = titleProblem(title)
  if (problem !== undefined) throw invalidRequest(`title ${problem}.`)
  return title
}

/**
 * Read what `body` holds, in its flat or its nested form: Markdown, or ADF as it will be stored.
 * @throws {HostApiError} 400 with the first problem.
 */
function readWritten(
  members: BodyMembers,
  origin: string,
): { form: 'adf' | 'markdown'; text: string } {
  const body = Object.hasOwn(members, 'body') ? members.body : undefined
  if (!isObject(body)) throw invalidRequest('body must be an object with representation and value.')
  const name = writtenFormats.find((one) => Object.hasOwn(body, one) && isObject(body[one]))
  const { representation, value } = name
    ? { representation: name, ...(body[name] as BodyMembers) }
    : (body as BodyMembers)
  if (representation !== 'atlas_doc_format' && representation !== 'markdown') {
    throw invalidRequest(
      `This wiki is written in these representations: ${writtenFormats.join(', ')}.`,
    )
  }
  if (typeof value !== 'string') {
    throw invalidRequest('body.value must be a string: Markdown, or the ADF document as JSON text.')
  }
  return representation === 'markdown'
    ? { form: 'markdown', text: value }
    : { form: 'adf', text: withPaths(checkAdf(value), origin) }
}

function checkAdf(value: string): string {
  let doc: unknown
  try {
    doc = JSON.parse(value)
  } catch {
    throw invalidRequest('body.value must be JSON text, but it does not parse.')
  }
  if (isDeeperThan(maxJsonDepth, doc)) {
    throw invalidRequest(`body.value must not nest deeper than ${maxJsonDepth} levels of JSON.`)
  }
  const [problem] = problems(doc)
  if (problem !== undefined) throw invalidRequest(`body.value is not valid ADF: ${problem}.`)
  const adf = JSON.stringify(doc)
  // JSON spells lone surrogates and NUL as escapes, which stores refuse as text.
  if (/(?<!\\)(?:\\\\)*\\u(?:d[89a-f]|0000)/i.test(adf)) {
    throw invalidRequest('body.value must not contain NUL or lone surrogates.')
  }
  return adf
}

/**
 * Refuse to make what this wiki does not have: drafts, archived pages and live ones.
 * @throws {HostApiError} 400.
 */
function checkKinds(members: BodyMembers): void {
  const only = (name: string, known: string): void => {
    const value = Object.hasOwn(members, name) ? members[name] : undefined
    if (value !== undefined && value !== known) throw invalidRequest(`${name} must be ${known}.`)
  }
  only('status', 'current')
  only('subtype', 'page')
}

/** Whom a page belongs to is checked where the page is known. */
function readOwner(members: BodyMembers): string | undefined {
  const ownerId = Object.hasOwn(members, 'ownerId') ? members.ownerId : undefined
  if (ownerId === undefined || ownerId === null) return undefined
  if (typeof ownerId === 'string') return ownerId
  throw invalidRequest('ownerId must be a string.')
}
