/** The fields of an import as rows of a table for people. @module */
import { z } from 'zod'
import { importRequest } from './import-request.ts'

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
