/** The table of all options: variable, default, meaning and parser. @module */
import { type ConnectionOptionTypes, connectionRows } from './connection-options.ts'
import { type ImportOptionTypes, importRows } from './import-options.ts'
import type { OptionRows } from './option-parsers.ts'
import { type ServiceOptionTypes, serviceRows } from './service-options.ts'
import { type SignInOptionTypes, signInRows } from './sign-in-options.ts'

type OptionTypes = ServiceOptionTypes &
  SignInOptionTypes &
  ImportOptionTypes &
  ConnectionOptionTypes

export type OptionName = keyof OptionTypes

/** Parsed options; those without a default may be absent. */
export type OptionValues = Partial<OptionTypes> & {
  /** The keys that the options of secret keys name, the newest first. */
  readonly secretKeys?: readonly { readonly id: string; readonly bytes: Uint8Array }[]
}

/** `--help`, the documentation and the tests are made from this table. */
export const optionTable: OptionRows<OptionTypes> = {
  ...serviceRows,
  ...signInRows,
  ...importRows,
  ...connectionRows,
}
