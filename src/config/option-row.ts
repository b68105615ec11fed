/** What the table says of an option. @module */

export type FieldType = 'string' | 'path' | 'list' | 'boolean' | 'integer'

export interface OptionRow<Value> {
  readonly flag: `--${string}`
  /** Shown after the flag; options without one are true or false. */
  readonly argument?: string
  readonly env: `MARKPORT_${string}`
  /** The flag may be given several times, which is one list. */
  readonly isRepeatable?: boolean
  /** What stands for it in `markport.json`, which lies beside the files that are imported. */
  readonly inFile?: FieldType
  /** As a user would write it; without one the option is off. */
  readonly fallback?: string
  readonly description: string
  /** All that it may be, where that is a few words. */
  readonly choices?: readonly string[]
  /** @throws {OptionError} Saying what is allowed. */
  parse(text: string): Value
}

/** A row for each option; what each parses to stands in the type. */
export type OptionRows<Types> = { readonly [Name in keyof Types]: OptionRow<Types[Name]> }
