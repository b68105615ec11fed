/** All options. @module */
import { connectionRows } from './connection-options.ts'
import { importRows } from './import-options.ts'
import type { ValuesOf } from './option-rows.ts'
import { serviceRows } from './service-options.ts'
import { signInRows } from './sign-in-options.ts'

export const optionTable = { ...serviceRows, ...signInRows, ...importRows, ...connectionRows }

export type OptionName = keyof typeof optionTable

/** Parsed options; those without a default may be absent. */
export type OptionValues = Partial<ValuesOf<typeof optionTable>> & {
  /** The keys that the options of secret keys name, the newest first. */
  readonly secretKeys?: readonly { readonly id: string; readonly bytes: Uint8Array }[]
}
