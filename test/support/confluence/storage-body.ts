/** Bodies of Data Center: storage format. @module */
import { SaxesParser } from 'saxes'
import { newUuid } from './content-store.ts'
import { Refusal } from './refusal.ts'
import type { BodyPage, SiteBody } from './site-body.ts'

const entities: Readonly<Record<string, string>> = {
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  copy: '©',
  eacute: 'é',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  szlig: 'ß',
  times: '×',
  rarr: '→',
}

export const storageBody: SiteBody = {
  empty: '',
  apiSave(sent, page) {
    checkStorage(sent)
    return rewrite(sent, (token) => saveToken(token, page))
  },
  editorSave: (body) => rewrite(body, saveTokenInEditor),
  changeBlock(body, block, change) {
    const tokens = tokenizeStorage(body)
    const place = storageBlocks(tokens)[block]
    if (place === undefined) throw new Error(`there is no block ${block}`)
    return tokens
      .map((token, index) =>
        token.kind === 'text' && index >= place.start && index < place.end
          ? change(token.source)
          : token.source,
      )
      .join('')
  },
  addMarker: markStorage,
  isSame: (one, other) => withoutIds(one) === withoutIds(other),
  markers: (body) => [
    ...new Set(
      tokenizeStorage(body).flatMap(({ kind, name, source }) =>
        kind === 'open' && name === 'ac:inline-comment-marker'
          ? [/ac:ref="([^"]*)"/.exec(source)?.[1] ?? '']
          : [],
      ),
    ),
  ],
}

function withoutIds(body: string): string {
  return body.replaceAll(/ (?:ac:macro-id|ri:version-at-save)="[^"]*"/g, '')
}

function checkStorage(storage: string): void {
  const parser = new SaxesParser()
  let fault: Error | undefined
  parser.on('error', (error) => {
    fault ??= error
  })
  Object.assign(parser.ENTITIES, entities)
  const names = ['ac', 'ri', 'at'].map((name) => `xmlns:${name}="http://atlassian.com/${name}"`)
  parser.write(`<body ${names.join(' ')}>${storage}</body>`).close()
  if (fault !== undefined)
    throw new Refusal({
      kind: 'bad-body',
      message: `Error parsing xhtml: ${fault.message.split('\n')[0]}`,
    })
}

function rewrite(storage: string, save: (token: StorageToken) => string): string {
  return tokenizeStorage(storage).map(save).join('')
}

function saveToken(token: StorageToken, page: BodyPage): string {
  let { source } = token
  if (token.kind === 'void') source = `${source.slice(0, -2).trimEnd()} />`
  if (token.name === 'ac:structured-macro' && token.kind !== 'close') {
    source = withAttribute(source, 'ac:schema-version', '1')
    source = withAttribute(source, 'ac:macro-id', newUuid())
  }
  const linked = token.name === 'ri:page' && /ri:content-title="([^"]*)"/.exec(source)?.[1]
  const version = linked ? page.find({ title: linked })?.version : undefined
  if (version !== undefined) source = withAttribute(source, 'ri:version-at-save', String(version))
  return source
}

function withAttribute(tag: string, name: string, value: string): string {
  if (tag.includes(`${name}="`)) return tag
  const end = tag.endsWith('/>') ? ' />' : '>'
  return `${tag.slice(0, -end.trim().length).trimEnd()} ${name}="${value}"${end}`
}

/** The editor names characters and adds table columns. */
function saveTokenInEditor({ kind, name, source }: StorageToken): string {
  if (kind === 'open' && name === 'table') return withAttribute(source, 'class', 'wrapped')
  if (kind !== 'text') return source
  let text = source
  for (const [entity, character] of Object.entries(entities))
    text = text.replaceAll(character, `&${entity};`)
  return text
}

/** Formatting may split a comment into several pieces. */
function markStorage(body: string, text: string, nth: number, marker: string): string {
  const tokens = tokenizeStorage(body)
  let left = nth
  for (const { start, end } of storageBlocks(tokens)) {
    const flat = flatten(tokens.slice(start, end))
    for (let at = flat.indexOf(text); at >= 0; at = flat.indexOf(text, at + 1)) {
      if (left-- > 0) continue
      const marked = markRange(tokens.slice(start, end), at, at + text.length, marker)
      const rest = (part: readonly StorageToken[]) => part.map((one) => one.source).join('')
      return rest(tokens.slice(0, start)) + marked + rest(tokens.slice(end))
    }
  }
  throw new Error(`no place ${nth} of ${JSON.stringify(text)}`)
}

function flatten(tokens: readonly StorageToken[]): string {
  return tokens.map(({ kind, source }) => (kind === 'text' ? source : '')).join('')
}

function markRange(
  tokens: readonly StorageToken[],
  from: number,
  to: number,
  marker: string,
): string {
  let offset = 0
  return tokens
    .map(({ kind, source }) => {
      if (kind !== 'text') return source
      const start = Math.max(from - offset, 0)
      const end = Math.min(to - offset, source.length)
      offset += source.length
      if (start >= end) return source
      const piece = `<ac:inline-comment-marker ac:ref="${marker}">${source.slice(start, end)}</ac:inline-comment-marker>`
      return source.slice(0, start) + piece + source.slice(end)
    })
    .join('')
}

interface StorageToken {
  readonly kind: 'open' | 'close' | 'void' | 'text' | 'data'
  readonly source: string
  readonly name: string
}

function tokenizeStorage(storage: string): StorageToken[] {
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

function storageBlocks(tokens: readonly StorageToken[]): { start: number; end: number }[] {
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
