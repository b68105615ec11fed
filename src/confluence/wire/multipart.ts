/** Writes multipart forms (RFC 7578). @module */
import { randomUUID } from 'node:crypto'

export type FormPart =
  | { readonly name: string; readonly text: string }
  | {
      readonly name: string
      readonly fileName: string
      readonly mediaType: string
      readonly bytes: Uint8Array
    }

export function writeMultipart(parts: readonly FormPart[]): {
  readonly body: Uint8Array
  readonly contentType: string
} {
  const boundary = `markport-${randomUUID()}`
  const pieces = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${headerOf(part)}\r\n\r\n`),
    'text' in part ? Buffer.from(part.text) : part.bytes,
    Buffer.from('\r\n'),
  ])
  return {
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}

function headerOf(part: FormPart): string {
  const field = `Content-Disposition: form-data; name="${escapeName(part.name)}"`
  // Without a charset, Confluence assumes Latin-1.
  if ('text' in part) return `${field}\r\nContent-Type: text/plain; charset=UTF-8`
  const mediaType = /^[\w.+-]+\/[\w.+-]+$/.test(part.mediaType)
    ? part.mediaType
    : 'application/octet-stream'
  return `${field}; filename="${escapeName(part.fileName)}"\r\nContent-Type: ${mediaType}`
}

function escapeName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
