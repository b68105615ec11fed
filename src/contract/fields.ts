/**
 * The kinds of fields that requests have, as schemas. Each error is the rest of a sentence that
 * begins with the field's name, because `check-request.ts` puts the name before it.
 * @module
 */
import { z } from 'zod'
import { contractLimits } from './limits.ts'
import { isLabel, keptTitle, labelPattern, titleProblem, toLabels } from './titles-and-labels.ts'

/** What was sent in place of the right type, for messages. */
export function nameType(value: unknown): string {
  if (value === null) return 'null'
  if (value === '') return 'an empty string'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** A text that is not blank, and kept as it was sent. */
export function anyText(meaning: string): z.ZodString {
  return textWith(meaning, `is required: ${meaning}, as a non-empty string`)
}

/** A text that is not blank, trimmed. */
export function shortText(meaning: string, maxLength: number): z.ZodString {
  return trimmed(anyText(meaning), maxLength)
}

/** A trimmed text that may be left out, but not sent empty. */
export function optionalText(meaning: string, maxLength: number): z.ZodOptional<z.ZodString> {
  return trimmed(textWith(meaning, leftOut), maxLength).optional()
}

export function title(meaning: string): z.ZodString {
  return asTitle(anyText(meaning))
}

/** A title that may be left out; an empty one counts as none. */
export function optionalTitle(meaning: string): z.ZodOptional<z.ZodString> {
  return orEmpty(asTitle(textWith(meaning, leftOut)))
}

/**
 * The address becomes a link on the page, so it must be one that browsers open, without a password.
 * An empty one counts as none.
 */
export function optionalWebAddress(meaning: string, maxLength: number): z.ZodOptional<z.ZodString> {
  const rule = `must be an address of http or https of at most ${maxLength} characters, without a password`
  return orEmpty(
    trimmed(textWith(meaning, leftOut), maxLength)
      .overwrite((address) => URL.parse(address)?.href ?? address)
      .check(because((address) => (isWebAddress(address, maxLength) ? undefined : rule))),
  )
}

const maxLineLength = 500

/** The first line of a text, cut where it is long; without one, or with none, it is empty. */
export function firstLine(meaning: string): z.ZodOptional<z.ZodString> {
  return orEmpty(
    textWith(meaning, leftOut).overwrite((text) => {
      const [line = ''] = text.trim().split(/[\r\n]/, 1)
      return line.trim().slice(0, maxLineLength).toWellFormed()
    }),
  )
}

export function flag(meaning: string, fallback: boolean): z.ZodDefault<z.ZodBoolean> {
  return z
    .boolean({ error: ({ input }) => `must be true or false, got ${nameType(input)}` })
    .default(fallback)
    .describe(meaning)
}

export function numberFrom(meaning: string, low: number, high: number): z.ZodInt {
  const error = ({ input }: { readonly input?: unknown }): string =>
    `must be a whole number from ${low} to ${high}, got ${typeof input === 'number' ? input : nameType(input)}`
  return z.int({ error }).min(low, { error }).max(high, { error }).describe(meaning)
}

/**
 * An array.
 * @param items What the items are, in the plural.
 */
export function arrayOf<Item extends z.ZodType>(items: string, item: Item, maxItems: number) {
  return listOf(z.array(item).max(maxItems), items, { maxItems, count: maxItems })
}

/** An array of any length, of which the first items are checked and kept. */
export function firstItems<Item extends z.ZodType>(items: string, item: Item, count: number) {
  return listOf(z.array(item), items, { maxItems: Number.POSITIVE_INFINITY, count })
}

/** The length is checked before the items, because a body has room for millions. */
function listOf<Item extends z.ZodType>(
  list: z.ZodArray<Item>,
  items: string,
  { maxItems, count }: { readonly maxItems: number; readonly count: number },
) {
  return z.preprocess((sent: readonly z.input<Item>[], context) => {
    const message = listProblem(sent, items, maxItems)
    if (message === undefined) return sent.slice(0, count)
    context.addIssue({ code: 'custom', message, input: sent })
    return z.NEVER
  }, list)
}

function listProblem(sent: unknown, items: string, maxItems: number): string | undefined {
  if (sent === undefined) return `is required: an array of ${items}`
  if (!Array.isArray(sent)) return `must be an array of ${items}, got ${nameType(sent)}`
  return sent.length > maxItems ? `must be at most ${maxItems}, got ${sent.length}` : undefined
}

const maxCutLength = 500

/** A text for a report: a missing one is empty, and a long one is cut. */
export function cutText() {
  return z
    .string({ error: ({ input }) => `must be a string, got ${nameType(input)}` })
    .overwrite((value) => value.slice(0, maxCutLength).toWellFormed().replaceAll('\0', '\uFFFD'))
    .default('')
}

/** An object in a list. */
export function row<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  return z.object(shape, { error: ({ input }) => `must be an object, got ${nameType(input)}` })
}

const { maxLabels, maxLabelLength } = contractLimits
const maxShownLabel = 60

/** Labels, folded, sorted, and each once. */
export function labels(meaning: string) {
  const label = z
    .string({ error: ({ input }) => `must be a string, got ${nameType(input)}` })
    .check(because(labelProblem))
    .meta({ minLength: 1, maxLength: maxLabelLength, pattern: labelPattern })
  return arrayOf('strings', label, maxLabels).transform(toLabels).optional().describe(meaning)
}

function labelProblem(label: string): string | undefined {
  const [{ length } = ''] = toLabels([label])
  if (length > maxLabelLength) return `must be 1 to ${maxLabelLength} characters, got ${length}`
  if (isLabel(label)) return undefined
  return `must be letters, digits and -_+/ only, without spaces, got ${JSON.stringify(label.slice(0, maxShownLabel))}`
}

const leftOut = 'must be a non-empty string or be left out'

/** @param missing Says that there is no text, where the value is falsy. */
function textWith(meaning: string, missing: string): z.ZodString {
  const error = ({ input }: { readonly input?: unknown }): string => {
    if (input) return `must be a string, got ${nameType(input)}`
    return input === undefined ? missing : `${missing}, got ${nameType(input)}`
  }
  return z
    .string({ error })
    .min(1, { error, abort: true })
    .check(because(textProblem))
    .meta({ description: meaning, pattern: '\\S' })
}

function textProblem(value: string): string | undefined {
  if (value.trim() === '') return 'must not be blank'
  if (value.includes('\0')) return 'must not contain the NUL character'
  return value.isWellFormed() ? undefined : 'must be well-formed Unicode: it has a lone surrogate'
}

function trimmed(schema: z.ZodString, maxLength: number): z.ZodString {
  return atMost(
    schema.overwrite((value) => value.trim()),
    maxLength,
  )
}

export function atMost(schema: z.ZodString, maxLength: number): z.ZodString {
  return schema.max(maxLength, {
    error: ({ input }) => `must be 1 to ${maxLength} characters, got ${String(input).length}`,
  })
}

function asTitle(schema: z.ZodString): z.ZodString {
  const kept = schema.overwrite((value) => keptTitle(value) || value)
  return atMost(kept, contractLimits.maxTitleLength).check(because(titleProblem))
}

/**
 * An empty text says that there is none, as does no text. Undefined keeps what the page has; only the
 * form has it.
 */
function orEmpty(schema: z.ZodString): z.ZodOptional<z.ZodString> {
  const orNone = z.preprocess((value) => (value === '' ? undefined : value), schema.default(''))
  return orNone as z.ZodType as z.ZodOptional<z.ZodString>
}

function isWebAddress(address: string, maxLength: number): boolean {
  const url = URL.parse(address)
  return (
    (url?.protocol === 'https:' || url?.protocol === 'http:') &&
    url.username === '' &&
    url.password === '' &&
    url.href.length <= maxLength
  )
}

/** Make a check of a function that names the problem. */
function because<Value>(problemOf: (value: Value) => string | undefined) {
  return fieldRule((value: Value) => {
    const message = problemOf(value)
    return message === undefined ? undefined : { path: [], message }
  })
}

export interface FieldProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Make a check of a function that names the field with a problem among several. */
export function fieldRule<Value>(problemOf: (value: Value) => FieldProblem | undefined) {
  return ({ value, issues }: z.core.ParsePayload<Value>): void => {
    const problem = problemOf(value)
    if (problem === undefined) return
    const { path, message } = problem
    issues.push({ code: 'custom', path: [...path], message, input: value, continue: false })
  }
}
