/** Checks a request against its schema, and words what is wrong. @module */
import { z } from 'zod'
import { RequestError, wrongField } from './errors.ts'
import { contractLimits } from './limits.ts'
import type { ValueOf } from './values.ts'

export interface CheckedRequest<Fields> {
  readonly fields: Fields
  readonly unknownFields: readonly string[]
}

/**
 * Check all fields without coercion.
 * @throws {RequestError} `bad-request` for the first invalid field, by which the message begins, or
 * for too many unknown fields.
 */
export function checkRequest<Schema extends z.ZodObject>(
  schema: Schema,
  members: unknown,
): CheckedRequest<ValueOf<Schema>> {
  const result = schema.safeParse(members)
  if (!result.success) {
    const [issue] = result.error.issues
    const path = issue?.path ?? []
    throw wrongField(String(path[0]), `${nameOf(path)} ${issue?.message}.`)
  }
  const unknownFields: string[] = []
  findUnknown(schema, members, '', unknownFields)
  const { maxUnknownFields } = contractLimits
  if (unknownFields.length <= maxUnknownFields)
    return { fields: result.data as ValueOf<Schema>, unknownFields }
  throw new RequestError(
    'bad-request',
    `The request body has ${unknownFields.length} fields that are not known; at most ${maxUnknownFields} are ignored. Send only the documented fields.`,
  )
}

const maxShownName = 60

/**
 * @param values The values of each parameter.
 * @throws {RequestError} `bad-request`, also for a parameter that is not known or sent twice.
 */
export function checkQuery<Schema extends z.ZodObject>(
  schema: Schema,
  values: Readonly<Record<string, readonly string[]>>,
): ValueOf<Schema> {
  const names = Object.keys(values)
  const repeated = names.find((name) => (values[name]?.length ?? 0) > 1)?.slice(0, maxShownName)
  if (repeated !== undefined)
    throw wrongField(repeated, `${repeated} is given twice. Send it once.`)
  const members = Object.fromEntries(names.map((name) => [name, values[name]?.[0]]))
  const { fields, unknownFields } = checkRequest(schema, members)
  const unknown = unknownFields[0]?.slice(0, maxShownName)
  if (unknown === undefined) return fields
  const parameters = Object.keys(schema.shape).join(', ')
  throw wrongField(unknown, `${unknown} is no parameter here; there are ${parameters}.`)
}

function nameOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (name, part) =>
      typeof part === 'number' ? `${name}[${part}]` : memberPath(name, String(part)),
    '',
  )
}

function memberPath(name: string, member: string): string {
  return name === '' ? member : `${name}.${member}`
}

function findUnknown(schema: z.ZodType, value: unknown, name: string, unknown: string[]): void {
  const inner = innerOf(schema)
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, item] of value.slice(0, contractLimits.maxReservedPages).entries()) {
      findUnknown(inner.element as z.ZodType, item, `${name}[${index}]`, unknown)
    }
  }
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null) return
  for (const member of Object.keys(value)) {
    const memberName = memberPath(name, member)
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
