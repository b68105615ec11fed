/** All options, and which of them may stand in `markport.json`. @module */
import { connectionRows } from './connection-options.ts'
import { importRows } from './import-options.ts'
import type { OptionRow, ValuesOf } from './option-rows.ts'
import { serviceRows, signInRows } from './service-options.ts'

export const optionTable = { ...serviceRows, ...signInRows, ...importRows, ...connectionRows }

export type OptionName = keyof typeof optionTable

/** Parsed options; those without a default may be absent. */
export type OptionValues = Partial<ValuesOf<typeof optionTable>> & {
  /** The keys that the options of secret keys name, the newest first. */
  readonly secretKeys?: readonly { readonly id: string; readonly bytes: Uint8Array }[]
}

export const fileOptions: ReadonlyMap<string, OptionRow & { readonly name: OptionName }> = new Map(
  Object.entries<OptionRow>(optionTable).flatMap(([name, row]) =>
    row.isInFile ? [[name, { ...row, name: name as OptionName }] as const] : [],
  ),
)

export function configFileSchema(): object {
  const properties = Array.from(fileOptions, ([name, { json, description, fallback }]) => {
    const isOn = fallback === 'true'
    return [name, { ...json, description: isOn ? `${description} (false)` : description }]
  })
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Options of markport import',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      exportedFrom: {
        type: 'object',
        description: 'Written by an export: its files are read to the letter.',
        properties: { service: { type: 'string' }, space: { type: 'string' } },
      },
      ...Object.fromEntries(properties),
    },
    additionalProperties: false,
  }
}
