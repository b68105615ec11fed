/** Storage format in pieces, which put together are the same text again. @module */

export interface StorageToken {
  readonly kind: 'open' | 'close' | 'void' | 'text' | 'data'
  /** As it is written. */
  readonly source: string
  /** Of an element, else empty. */
  readonly name: string
}

/** Take storage format apart. */
export function tokenizeStorage(storage: string): StorageToken[] {
  const tokens: StorageToken[] = []
  for (let at = 0; at < storage.length; ) {
    const end = tokenEnd(storage, at)
    tokens.push(readToken(storage.slice(at, end)))
    at = end
  }
  return tokens
}

function tokenEnd(storage: string, at: number): number {
  const after = (mark: string, from: number) => {
    const found = storage.indexOf(mark, from)
    return found < 0 ? storage.length : found + mark.length
  }
  if (storage.startsWith('<![CDATA[', at)) return after(']]>', at)
  if (storage.startsWith('<!--', at)) return after('-->', at)
  if (storage[at] === '<') return after('>', at)
  const next = storage.indexOf('<', at)
  return next < 0 ? storage.length : next
}

function readToken(source: string): StorageToken {
  if (source.startsWith('<!')) return { kind: 'data', source, name: '' }
  if (!source.startsWith('<')) return { kind: 'text', source, name: '' }
  const name = /^<\/?([^\s/>]+)/.exec(source)?.[1] ?? ''
  if (source.startsWith('</')) return { kind: 'close', source, name }
  return { kind: source.endsWith('/>') ? 'void' : 'open', source, name }
}

/** Find where the blocks at the top begin and end. */
export function storageBlocks(tokens: readonly StorageToken[]): { start: number; end: number }[] {
  const blocks: { start: number; end: number }[] = []
  let depth = 0
  let start = 0
  for (const [index, { kind, source }] of tokens.entries()) {
    if (depth === 0) start = index
    if (kind === 'open') depth++
    if (kind === 'close') depth--
    const isBlank = kind === 'text' && source.trim() === ''
    if (depth === 0 && !isBlank) blocks.push({ start, end: index + 1 })
  }
  return blocks
}
