/**
 * Schemas for the kinds of request fields. Each error continues a sentence that begins with the
 * field's name.
 * @module
 */
import { z } from 'zod'
import { webUrl } from './base/hosts.ts'
import { contractLimits } from './limits.ts'
import { isLabel, keptTitle, labelPattern, titleProblem, toLabels } from './titles-and-labels.ts'

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

export function shortText(meaning: string, maxLength: number): z.ZodString {
  return trimmed(anyText(meaning), maxLength)
}

export function optionalText(meaning: string, maxLength: number): z.ZodOptional<z.ZodString> {
  return trimmed(textWith(meaning, optionalRule), maxLength).optional()
}

export function title(meaning: string): z.ZodString {
  return asTitle(anyText(meaning))
}

/** A title that may be left out; an empty one counts as none. */
export function optionalTitle(meaning: string): z.ZodOptional<z.ZodString> {
  return orEmpty(asTitle(textWith(meaning, optionalRule)))
}

/**
 * A link on the page, so it must be an address that browsers open, without a password. Empty counts
 * as none.
 */
export function optionalWebAddress(meaning: string, maxLength: number): z.ZodOptional<z.ZodString> {
  const rule = `must be an address of http or https of at most ${maxLength} characters, without a password`
  return orEmpty(
    trimmed(textWith(meaning, optionalRule), maxLength)
      .overwrite((address) => URL.parse(address)?.href ?? address)
      .check(
        problemCheck((address) => {
          const { href = '' } = webUrl(address) ?? {}
          return href !== '' && href.length <= maxLength ? undefined : rule
        }),
      ),
  )
}

const maxLineLength = 500

/** The first line of a text, cut where it is long; without one, or with none, it is empty. */
export function firstLine(meaning: string): z.ZodOptional<z.ZodString> {
  return orEmpty(
    textWith(meaning, optionalRule).overwrite((text) => {
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
 * @param items What the items are, in the plural.
 */
export function arrayOf<Item extends z.ZodType>(items: string, item: Item, maxItems: number) {
  return listOf(z.array(item).max(maxItems), items, { maxItems, count: maxItems })
}

export function firstItems<Item extends z.ZodType>(items: string, item: Item, count: number) {
  return listOf(z.array(item), items, { maxItems: Number.POSITIVE_INFINITY, count })
}

/** The length is checked before the items, because a body has room for millions. */
function listOf<Item extends z.ZodType>(
  list: z.ZodArray<Item>,
  items: string,
  { maxItems, count }: { readonly maxItems: number; readonly count: number },
) {
  return z.preprocess((value: readonly z.input<Item>[], context) => {
    const message = listProblem(value, items, maxItems)
    if (message === undefined) return value.slice(0, count)
    context.addIssue({ code: 'custom', message, input: value })
    return z.NEVER
  }, list)
}

function listProblem(value: unknown, items: string, maxItems: number): string | undefined {
  if (value === undefined) return `is required: an array of ${items}`
  if (!Array.isArray(value)) return `must be an array of ${items}, got ${nameType(value)}`
  return value.length > maxItems ? `must be at most ${maxItems}, got ${value.length}` : undefined
}

const maxCutLength = 500

/** A text for a report: a missing one is empty, and a long one is cut. */
export function cutText() {
  return z
    .string({ error: ({ input }) => `must be a string, got ${nameType(input)}` })
    .overwrite((value) => value.slice(0, maxCutLength).toWellFormed().replaceAll('\0', '\uFFFD'))
    .default('')
}

export function row<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  return z.object(shape, { error: ({ input }) => `must be an object, got ${nameType(input)}` })
}

const { maxLabels, maxLabelLength } = contractLimits
const maxShownLabel = 60

export function labels(meaning: string) {
  const label = z
    .string({ error: ({ input }) => `must be a string, got ${nameType(input)}` })
    .check(problemCheck(labelProblem))
    .meta({ minLength: 1, maxLength: maxLabelLength, pattern: labelPattern })
  return arrayOf('strings', label, maxLabels).transform(toLabels).optional().describe(meaning)
}

function labelProblem(label: string): string | undefined {
  const [{ length } = ''] = toLabels([label])
  if (length > maxLabelLength) return `must be 1 to ${maxLabelLength} characters, got ${length}`
  if (isLabel(label)) return undefined
  return `must be letters, digits and -_+/ only, without spaces, got ${JSON.stringify(label.slice(0, maxShownLabel))}`
}

const optionalRule = 'must be a non-empty string or be left out'

/** @param missing Says that there is no text, where the value is falsy. */
function textWith(meaning: string, missing: string): z.ZodString {
  const error = ({ input }: { readonly input?: unknown }): string => {
    if (input) return `must be a string, got ${nameType(input)}`
    return input === undefined ? missing : `${missing}, got ${nameType(input)}`
  }
  return z
    .string({ error })
    .min(1, { error, abort: true })
    .check(problemCheck(textProblem))
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
  const trimmedTitle = schema.overwrite((value) => keptTitle(value) || value)
  return atMost(trimmedTitle, contractLimits.maxTitleLength).check(problemCheck(titleProblem))
}

/**
 * An empty or missing text means none. Undefined keeps what the page has, which only the form
 * sends.
 */
function orEmpty(schema: z.ZodString): z.ZodOptional<z.ZodString> {
  const textOrEmpty = z.preprocess(
    (value) => (value === '' ? undefined : value),
    schema.default(''),
  )
  return textOrEmpty as z.ZodType as z.ZodOptional<z.ZodString>
}

function problemCheck<Value>(problemOf: (value: Value) => string | undefined) {
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
