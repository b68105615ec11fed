/** The official ADF schema, as a check independent of our own rules. @module */
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'

const schema = JSON.parse(
  readFileSync(new URL('../../fixtures/adf-schema.json', import.meta.url), 'utf8'),
) as Record<string, unknown>
// The schema names draft 4, of which it uses nothing that later drafts changed.
delete schema.$schema

const validate = new Ajv({ strict: false }).compile(schema)

/** Tell whether a document is valid ADF by the official schema. */
export function isSchemaValid(doc: unknown): boolean {
  return validate(doc) as boolean
}

interface Definition {
  readonly properties?: { readonly type?: { readonly enum?: readonly string[] } }
}

/** List the types of nodes and marks in the official schema. */
export function schemaTypes(): string[] {
  const definitions = Object.values(schema.definitions as Readonly<Record<string, Definition>>)
  return [...new Set(definitions.flatMap(({ properties }) => properties?.type?.enum ?? []))].sort()
}
