/** Deeply read-only types of schemas' values. @module */
import type { z } from 'zod'

declare global {
  /** The types of zod name it, and a project without the types of DOM and Node has none. */
  interface URL {}
}

export type ValueOf<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>

export type SentOf<Schema extends z.ZodType> = DeepReadonly<z.input<Schema>>

type DeepReadonly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: DeepReadonly<Value[Name]> }
    : Value
