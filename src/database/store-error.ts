/** The refusal to work on a store as it is. @module */

/** The store cannot be used like this; the message says why and what to do, for an operator. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}
