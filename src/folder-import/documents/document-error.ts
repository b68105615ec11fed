/** A file that cannot be read as a document; the message says what to do. @module */

export class DocumentError extends Error {
  override readonly name = 'DocumentError'
}
