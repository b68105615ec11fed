/** The official ADF schema, as a check independent of our own rules. @module */
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'

const schema = JSON.parse(
  readFileSync(new URL('../../fixtures/adf-schema.json', import.meta.url), 'utf8'),
) as Record<string, unknown>
// The schema is draft 4, but uses nothing that changed later.
delete schema.$schema

const validate = new Ajv({ strict: false }).compile(schema)

export function isSchemaValid(doc: unknown): boolean {
  return validate(doc) as boolean
}

interface Definition {
  readonly properties?: { readonly type?: { readonly enum?: readonly string[] } }
}

export function schemaTypes(): string[] {
  const definitions = Object.values(schema.definitions as Readonly<Record<string, Definition>>)
  return [...new Set(definitions.flatMap(({ properties }) => properties?.type?.enum ?? []))].sort()
}
