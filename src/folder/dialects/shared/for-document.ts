/** Reads something of a document only once, however many of its parts ask for it. @module */
import type { Part } from '../parts/part.ts'

type Document = readonly Part[]

export function onceForDocument<Value>(
  read: (document: Document) => Value,
): (document: Document) => Value {
  const values = new WeakMap<Document, { readonly value: Value }>()
  return (document) => {
    const known = values.get(document) ?? { value: read(document) }
    values.set(document, known)
    return known.value
  }
}
