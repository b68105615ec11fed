/** Rows of options: `--help`, variables, `markport.json`, docs and types are made of them. @module */

/** How values of an option are written, and what they are read as. */
export interface ValueKind<Value> {
  /** The word for a value in `--help`; switches have none. */
  readonly argument?: string
  /** Several values stand between commas, or the flag is given several times. */
  readonly isRepeatable?: boolean
  /** A value in `markport.json`, as JSON Schema. */
  readonly json: { readonly type: 'string' | 'array' | 'boolean' | 'integer' }
  /** Whether a relative one begins at the folder of `markport.json`. */
  readonly isPath?: boolean
  parse(text: string): Value
}

export class OptionError extends Error {
  override readonly name: string = 'OptionError'
}

interface OptionExtras {
  /** By default that of the option's name. */
  readonly flag?: `--${string}`
  /** By default that of the option's name. */
  readonly env?: `MARKPORT_${string}`
  /** The default, as users write it; without one the option is off. */
  readonly fallback?: string
  readonly isInFile?: boolean
}

interface UnnamedRow<Value> extends ValueKind<Value>, OptionExtras {
  readonly description: string
}

export interface OptionRow<Value = unknown> extends UnnamedRow<Value> {
  readonly flag: `--${string}`
  readonly env: `MARKPORT_${string}`
}

export type ValuesOf<Rows> = {
  readonly [Name in keyof Rows]: Rows[Name] extends OptionRow<infer Value> ? Value : never
}

export function optionRow<Value>(
  kind: ValueKind<Value>,
  description: string,
  extras: OptionExtras = {},
): UnnamedRow<Value> {
  return { ...kind, ...extras, description }
}

/**
 * Name each option's flag and variable: `maxBody` is `--max-body` and `MARKPORT_MAX_BODY`, and a
 * switch that is on by default is `--no-…`.
 * @param common The prefix of variables behind `MARKPORT_`, and whether the options may stand in
 * `markport.json`.
 */
export function namedRows<Rows extends Readonly<Record<string, UnnamedRow<unknown>>>>(
  rows: Rows,
  { prefix = '', isInFile = false }: { readonly prefix?: string; readonly isInFile?: boolean } = {},
): {
  readonly [Name in keyof Rows]: Rows[Name] extends UnnamedRow<infer Value>
    ? OptionRow<Value>
    : never
} {
  const entries = Object.entries(rows).map(([name, row]): [string, OptionRow] => {
    const words = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const flag = row.fallback === 'true' ? (`--no-${words}` as const) : (`--${words}` as const)
    const variable = words.replaceAll('-', '_').toUpperCase()
    return [
      name,
      { isInFile, ...row, flag: row.flag ?? flag, env: row.env ?? `MARKPORT_${prefix}${variable}` },
    ]
  })
  return Object.fromEntries(entries) as ReturnType<typeof namedRows<Rows>>
}

export function fallbackOf<Value>({ fallback = '', parse }: OptionRow<Value>): Value {
  return parse(fallback)
}
