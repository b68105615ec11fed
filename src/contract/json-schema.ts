/** JSON Schemas of the contract's schemas, and the rows of a table made of one. @module */
import { z } from 'zod'
import { importRequest } from './import-request.ts'

export type Json = Readonly<Record<string, unknown>>

/** @returns A JSON Schema for each, in which it refers to the others as parts of an OpenAPI document. */
export function jsonSchemas(schemas: Readonly<Record<string, z.ZodType>>): Json {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id })
  const generated = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => simplify(jsonSchema),
  })
  return Object.fromEntries(
    Object.entries(generated.schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema]),
  )
}

function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (typeof schema.default === 'boolean') {
    schema.description = `${schema.description}; without it \`${schema.default}\``
  }
  // Generators of clients would treat the field as required.
  delete schema.default
}

export interface FieldRow {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly fallback: boolean | undefined
  /** Markdown. */
  readonly description: string
}

export function importFieldRows(): FieldRow[] {
  const { properties = {}, required = [] } = z.toJSONSchema(importRequest, { io: 'input' })
  return Object.entries(properties).map(([name, field]) => {
    const {
      type,
      maxLength,
      description,
      default: fallback,
    } = field as z.core.JSONSchema.BaseSchema
    const limit = maxLength === undefined ? '' : `; at most ${maxLength} characters`
    return {
      name,
      type: type === 'array' ? 'array of strings' : String(type),
      isRequired: required.includes(name),
      fallback: typeof fallback === 'boolean' ? fallback : undefined,
      description: `${description}${limit}`,
    }
  })
}
