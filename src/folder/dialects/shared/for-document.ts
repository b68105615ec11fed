/** Caches what a construct reads from the whole document, so that no part reads it again. @module */
import type { Part } from '../parts/part.ts'

type Document = readonly Part[]

export function onceForDocument<Value>(
  read: (document: Document) => Value,
): (document: Document) => Value {
  const values = new WeakMap<Document, { readonly value: Value }>()
  return (document) => {
    const entry = values.get(document) ?? { value: read(document) }
    values.set(document, entry)
    return entry.value
  }
}
