/** `markport.json`: the options that may stand in it, and its JSON Schema. @module */
import type { OptionRow } from './option-rows.ts'
import { type OptionName, optionTable } from './option-table.ts'

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
