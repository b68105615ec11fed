/** Checks a request against its schema, and words what is wrong. @module */
import { z } from 'zod'
import { RequestError } from './errors.ts'
import { contractLimits } from './limits.ts'
import type { ValueOf } from './values.ts'

export interface CheckedRequest<Fields> {
  readonly fields: Fields
  readonly unknownFields: readonly string[]
}

/**
 * Check all fields strictly, without coercion.
 * @throws {RequestError} `bad-request` for the first invalid field, by which the message begins, or
 * for too many unknown fields.
 */
export function checkRequest<Schema extends z.ZodObject>(
  schema: Schema,
  members: unknown,
): CheckedRequest<ValueOf<Schema>> {
  const checked = schema.safeParse(members)
  if (!checked.success) {
    const [issue] = checked.error.issues
    const path = issue?.path ?? []
    throw wrongField(String(path[0]), `${nameOf(path)} ${issue?.message}.`)
  }
  const unknownFields: string[] = []
  findUnknown(schema, members, '', unknownFields)
  const { maxUnknownFields } = contractLimits
  if (unknownFields.length <= maxUnknownFields)
    return { fields: checked.data as ValueOf<Schema>, unknownFields }
  throw new RequestError(
    'bad-request',
    `The request body has ${unknownFields.length} fields that are not known; at most ${maxUnknownFields} are ignored. Send only the documented fields.`,
  )
}

const maxShownName = 60

/**
 * Check the parameters of an address.
 * @param sent Each with its values.
 * @throws {RequestError} `bad-request`, also for a parameter that is not known or sent twice.
 */
export function checkQuery<Schema extends z.ZodObject>(
  schema: Schema,
  sent: Readonly<Record<string, readonly string[]>>,
): ValueOf<Schema> {
  const names = Object.keys(sent)
  const twice = names.find((name) => (sent[name]?.length ?? 0) > 1)?.slice(0, maxShownName)
  if (twice !== undefined) throw wrongField(twice, `${twice} is given twice. Send it once.`)
  const members = Object.fromEntries(names.map((name) => [name, sent[name]?.[0]]))
  const { fields, unknownFields } = checkRequest(schema, members)
  const unknown = unknownFields[0]?.slice(0, maxShownName)
  if (unknown === undefined) return fields
  const known = Object.keys(schema.shape).join(', ')
  throw wrongField(unknown, `${unknown} is no parameter here; there are ${known}.`)
}

export function wrongField(field: string, message: string, cause?: unknown): RequestError {
  return new RequestError('bad-request', message, {
    field,
    ...(cause === undefined ? {} : { cause }),
  })
}

/** The name of a field in messages, such as `pages[2].ref`. */
function nameOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (name, part) => (typeof part === 'number' ? `${name}[${part}]` : joined(name, String(part))),
    '',
  )
}

function joined(name: string, member: string): string {
  return name === '' ? member : `${name}.${member}`
}

/** Add the names that no schema knows to a list, which may become long. */
function findUnknown(schema: z.ZodType, value: unknown, name: string, unknown: string[]): void {
  const inner = innerOf(schema)
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, item] of value.slice(0, contractLimits.maxReservedPages).entries()) {
      findUnknown(inner.element as z.ZodType, item, `${name}[${index}]`, unknown)
    }
  }
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null) return
  for (const member of Object.keys(value)) {
    const memberName = joined(name, member)
    if (!Object.hasOwn(inner.shape, member)) unknown.push(memberName)
    else {
      const inside = (value as Readonly<Record<string, unknown>>)[member]
      findUnknown(inner.shape[member] as z.ZodType, inside, memberName, unknown)
    }
  }
}

/** The schema of what is sent, without what is done to it before and afterwards. */
function innerOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return innerOf(schema.unwrap() as z.ZodType)
  }
  if (!(schema instanceof z.ZodPipe)) return schema
  return innerOf((schema.out instanceof z.ZodTransform ? schema.in : schema.out) as z.ZodType)
}
