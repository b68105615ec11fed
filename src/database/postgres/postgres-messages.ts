/** PostgreSQL messages: postgresql.org/docs/current/protocol-message-formats.html @module */
import type { SqlValue } from '../sql.ts'

const pieceBytes = 16 * 1024
const largeBytes = 4 * 1024
const asText = 0
const asBytes = 1

export class PostgresMessages {
  readonly #pieces: Uint8Array[] = []
  #piece: Buffer = Buffer.allocUnsafe(pieceBytes)
  #start = 0
  #end = 0

  parse(name: string, text: string): void {
    this.#begin('P', byteLength(name) + byteLength(text) + 2)
    this.#text(name)
    this.#text(text)
    this.#int16(0)
  }

  close(name: string): void {
    this.#begin('C', 1 + byteLength(name))
    this.#byte(letter('S'))
    this.#text(name)
  }

  bind(name: string, values: readonly SqlValue[]): void {
    const encoded = values.map((value) => (typeof value === 'number' ? String(value) : value))
    const lengths = encoded.map(valueLength)
    const total = lengths.reduce((sum, length) => sum + 4 + Math.max(0, length), 0)
    this.#begin('B', 1 + byteLength(name) + 2 + 2 * values.length + 2 + total + 2)
    this.#text('')
    this.#text(name)
    this.#int16(values.length)
    for (const value of encoded) this.#int16(value instanceof Uint8Array ? asBytes : asText)
    this.#int16(values.length)
    for (let index = 0; index < encoded.length; index += 1) {
      this.#value(encoded[index] as Exclude<SqlValue, number>, lengths[index] as number)
    }
    this.#int16(0)
  }

  describe(): void {
    this.#begin('D', 2)
    this.#byte(letter('P'))
    this.#text('')
  }

  execute(): void {
    this.#begin('E', 5)
    this.#text('')
    this.#int32(0)
  }

  sync(): void {
    this.#begin('S', 0)
  }

  pieces(): readonly Uint8Array[] {
    this.#cut()
    return this.#pieces
  }

  #begin(kind: string, length: number): void {
    this.#byte(letter(kind))
    this.#int32(4 + length)
  }

  #value(value: Exclude<SqlValue, number>, length: number): void {
    this.#int32(length)
    if (value === null) return
    if (typeof value === 'string') {
      this.#room(length)
      this.#end += this.#piece.write(value, this.#end)
    } else if (length < largeBytes) {
      this.#room(length)
      this.#piece.set(value, this.#end)
      this.#end += length
    } else {
      this.#cut()
      this.#pieces.push(value)
    }
  }

  #text(text: string): void {
    this.#room(byteLength(text))
    this.#end += this.#piece.write(text, this.#end)
    this.#byte(0)
  }

  #byte(value: number): void {
    this.#room(1)
    this.#piece[this.#end] = value
    this.#end += 1
  }

  #int16(value: number): void {
    this.#room(2)
    this.#end = this.#piece.writeInt16BE(value, this.#end)
  }

  #int32(value: number): void {
    this.#room(4)
    this.#end = this.#piece.writeInt32BE(value, this.#end)
  }

  #room(bytes: number): void {
    if (this.#end + bytes <= this.#piece.length) return
    this.#cut()
    this.#piece = Buffer.allocUnsafe(Math.max(pieceBytes, bytes))
    this.#start = 0
    this.#end = 0
  }

  #cut(): void {
    if (this.#end > this.#start) this.#pieces.push(this.#piece.subarray(this.#start, this.#end))
    this.#start = this.#end
  }
}

function letter(text: string): number {
  return text.charCodeAt(0)
}

function byteLength(text: string): number {
  return Buffer.byteLength(text) + 1
}

/** The protocol encodes null as length -1. */
function valueLength(value: Exclude<SqlValue, number>): number {
  if (value === null) return -1
  return typeof value === 'string' ? Buffer.byteLength(value) : value.byteLength
}
