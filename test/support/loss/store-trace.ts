/** Reads strace's output of a service: writes to its store, and when answers left. Unknown lines are errors. @module */

export type StoreEvent =
  | {
      readonly type: 'write'
      readonly file: string
      readonly offset: number
      readonly data: Buffer
    }
  | { readonly type: 'truncate'; readonly file: string; readonly size: number }
  | { readonly type: 'create' | 'unlink'; readonly file: string }
  /** A sync holds once the same thread's `sync-end` is there. */
  | { readonly type: 'sync-begin'; readonly thread: string; readonly file: string | undefined }
  | { readonly type: 'sync-end'; readonly thread: string }
  | { readonly type: 'answer'; readonly pageId: string; readonly version: number }

export const tracedCalls: string =
  'trace=open,openat,openat2,creat,pwrite64,pwritev,pwritev2,write,writev,sendto,sendmsg,sendfile,' +
  'copy_file_range,fsync,fdatasync,sync_file_range,ftruncate,truncate,fallocate,unlink,unlinkat,' +
  'rename,renameat,renameat2,link,linkat,mmap,io_uring_enter'

export const traceFormat: readonly string[] = [
  '-f',
  '-y',
  '-xx',
  '-s',
  '16777216',
  '-e',
  tracedCalls,
]

interface Call {
  readonly thread: string
  readonly name: string
  readonly args: string
}

export function storeTraceReader(folder: string): (line: string) => StoreEvent[] {
  const started = new Map<string, Call>()
  const known = new Set<string>(['markport.db'])
  const inFolder = hexOf(folder)
  const begin = (call: Call): StoreEvent[] => {
    return concerns(call, inFolder) ? storeEvents(call, folder, known) : answerEvents(call)
  }
  const end = (call: Call, result: string): StoreEvent[] => {
    if (!concerns(call, inFolder) || !isSync(call.name)) checkResult(call, inFolder, result)
    else if (result === '0') return [{ type: 'sync-end', thread: call.thread }]
    else if (result !== '?') throw new Error(`a sync failed: ${call.name} = ${result}`)
    return []
  }
  return (line) => {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    if (/^(?:\+\+\+|---) /.test(rest)) return []
    const resumed = /^<\.\.\. (\w+) resumed>.*\) += (\?|-?\d+)/.exec(rest)
    if (resumed !== null) {
      const call = started.get(thread)
      started.delete(thread)
      if (call?.name !== resumed[1] || call === undefined) {
        throw new Error(`not understood: ${line.slice(0, 300)}`)
      }
      return end(call, resumed[2] as string)
    }
    const [, name, args = '', , result] =
      /^(\w+)\((.*?)( <unfinished \.\.\.>|\) += (\?|-?\d+)[^"]*)$/.exec(rest) ?? []
    if (name === undefined) throw new Error(`not understood: ${line.slice(0, 300)}`)
    const call: Call = { thread, name, args }
    if (result === undefined) started.set(thread, call)
    return [...begin(call), ...(result === undefined ? [] : end(call, result))]
  }
}

function concerns({ args }: Call, inFolder: string): boolean {
  const [, descriptor = args] = /^\d+<([^>]*)>/.exec(args) ?? []
  return descriptor.includes(inFolder)
}

function storeEvents(call: Call, folder: string, known: Set<string>): StoreEvent[] {
  const { name, args, thread } = call
  const fail = (): never => {
    throw new Error(`not understood: ${name}(${args.slice(0, 300)}`)
  }
  if (name === 'openat') return openEvents(args, folder, known)
  const [, path, rest = ''] =
    /^(?:\d+<|"|NULL, \d+, PROT_READ\|PROT_WRITE, MAP_SHARED, \d+<)([^">]*)[">](.*)$/.exec(args) ??
    fail()
  const file = nameIn(folder, path as string)
  if (isBesideStore(file)) return []
  if (isSync(name)) return [{ type: 'sync-begin', thread, file }]
  if (file === undefined) return fail()
  switch (name) {
    case 'pwrite64': {
      const [, hex, size, offset] = /^, "([^"]*)", (\d+), (\d+)$/.exec(rest) ?? fail()
      const data = bytesOf(hex as string)
      if (data.length !== Number(size)) fail()
      return [{ type: 'write', file, offset: Number(offset), data }]
    }
    case 'ftruncate': {
      const [, size] = /^, (\d+)$/.exec(rest) ?? fail()
      return [{ type: 'truncate', file, size: Number(size) }]
    }
    case 'unlink':
      known.delete(file)
      return [{ type: 'unlink', file }]
    default:
      return fail()
  }
}

function openEvents(args: string, folder: string, known: Set<string>): StoreEvent[] {
  const [, path, flags] = /^AT_FDCWD(?:<[^>]*>)?, "([^"]*)", ([A-Z_|]+)/.exec(args) ?? []
  if (path === undefined || flags === undefined) throw new Error(`not understood: openat(${args}`)
  const file = nameIn(folder, path)
  if (file === undefined || isBesideStore(file)) return []
  if (flags.includes('O_TRUNC')) throw new Error(`emptied while opened: ${args}`)
  if (!flags.includes('O_CREAT') || known.has(file)) return []
  known.add(file)
  return [{ type: 'create', file }]
}

const besides: ReadonlySet<string> = new Set(['serve.lock', 'setup-link.txt'])

/** SQLite rebuilds the index of its log after a crash. */
function isBesideStore(file: string | undefined): boolean {
  return file?.endsWith('-shm') === true || besides.has(file ?? '')
}

function answerEvents({ args }: Call): StoreEvent[] {
  if (!args.includes(successHex)) return []
  const text = [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?/g)]
    .map(([, hex, cut]) => {
      if (cut !== undefined) throw new Error('strace cut an answer short')
      return bytesOf(hex as string).toString('latin1')
    })
    .join('')
  return [...text.matchAll(/"page":\{"id":"(\d+)".*?"version":(\d+)/g)].map(
    ([, pageId = '', version]) => ({ type: 'answer', pageId, version: Number(version) }),
  )
}

/** A failed call would make the replay differ from the real file. */
function checkResult(call: Call, inFolder: string, result: string): void {
  if (!concerns(call, inFolder) || result === '?') return
  const { name, args } = call
  const written = /, (\d+), \d+$/.exec(args)?.[1]
  const isRight = name === 'pwrite64' ? result === written : !result.startsWith('-')
  // SQLite looks for files that need not exist.
  if (!isRight && name !== 'openat') throw new Error(`a call failed: ${name} = ${result}`)
}

function isSync(name: string): boolean {
  return name === 'fsync' || name === 'fdatasync'
}

function nameIn(folder: string, path: string): string | undefined {
  const text = bytesOf(path).toString()
  if (text === folder) return undefined
  if (!text.startsWith(`${folder}/`)) throw new Error(`not a file of the store: ${text}`)
  return text.slice(folder.length + 1)
}

const successHex = hexOf('HTTP/1.1 20')

function hexOf(text: string): string {
  return Buffer.from(text).toString('hex').replace(/../g, '\\x$&')
}

function bytesOf(hex: string): Buffer {
  const data = Buffer.from(hex.replaceAll('\\x', ''), 'hex')
  if (data.length * 4 !== hex.length) throw new Error(`not hexadecimal: ${hex.slice(0, 100)}`)
  return data
}
