/** The option table: every option once, with its variable, default, meaning and parser. @module */
import { type ConnectionOptionTypes, connectionRows } from './connection-options.ts'
import { type ImportOptionTypes, importRows } from './import-options.ts'
import type { OptionRows } from './option-parsers.ts'
import { type ServiceOptionTypes, serviceRows } from './service-options.ts'
import { type SignInOptionTypes, signInRows } from './sign-in-options.ts'

/** What each option parses to. */
type OptionTypes = ServiceOptionTypes &
  SignInOptionTypes &
  ImportOptionTypes &
  ConnectionOptionTypes

export type OptionName = keyof OptionTypes

/** Parsed options; those without a default may be absent. */
export type OptionValues = Partial<OptionTypes> & {
  /** What the options of secret keys lead to, the newest key first. */
  readonly secretKeys?: readonly { readonly id: string; readonly bytes: Uint8Array }[]
}

/** One row for each option; `--help`, the documentation and the tests are made from it. */
export const optionTable: OptionRows<OptionTypes> = {
  ...serviceRows,
  ...signInRows,
  ...importRows,
  ...connectionRows,
}
