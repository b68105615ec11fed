/** Holds the rooms of `src`: what each may import, downward only, and what its README says. @module */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

interface Room {
  /** Rooms that it may import; those of the rooms below it are named again. */
  readonly uses: readonly string[]
  readonly packages?: readonly string[]
  /** The files that may reach the disk and other processes; all, where it is not given. */
  readonly disk?: readonly string[]
}

const web = ['hono', '@hono/node-server']
const data = ['contract', 'store', 'accounts']

/** From the bottom to the top. */
const rooms: Readonly<Record<string, Room>> = {
  contract: { uses: [], packages: ['zod', 'pino'] },
  convert: {
    uses: ['contract'],
    packages: [
      'satteri',
      'mdast',
      'saxes',
      'entities',
      'gemoji',
      'color-name',
      'highlight.js',
      'temml',
    ],
    disk: [],
  },
  folder: {
    uses: ['contract', 'convert'],
    packages: ['mdast', 'ignore', 'yaml', 'smol-toml'],
    // Imported files are read through the guard alone, so only it may reach the disk.
    disk: [
      'folder/files/guarded-files.ts',
      // The rules of .gitignore, which the guard asks.
      'folder/files/ignore-rules.ts',
      'folder/files/read-image.ts',
      'folder/files/read-regular-file.ts',
      // Names only, no content: what the command line names, and where the repository starts.
      'folder/files/select-paths.ts',
      // Git's remote address and names.
      'folder/site/source-url.ts',
      'folder/files/harmless-git.ts',
      // Tried in another process, by its standard input.
      'folder/documents/file-watch.ts',
      'folder/documents/parse-input.ts',
      // Files that the client writes itself.
      'folder/plan-file.ts',
      'folder/pull/pull-folder.ts',
    ],
  },
  store: { uses: ['contract'], packages: ['pg'] },
  accounts: {
    uses: ['contract', 'store'],
    packages: ['@zxcvbn-ts/language-common', 'openid-client', 'otpauth'],
  },
  wiki: { uses: [...data, 'convert'] },
  confluence: { uses: [...data, 'convert', 'wiki'] },
  server: {
    uses: [...data, 'convert', 'folder', 'wiki', 'confluence'],
    packages: [...web, '@modelcontextprotocol/server', 'zod', 'prom-client', 'uqr'],
  },
  cli: {
    uses: [...data, 'convert', 'folder', 'wiki', 'confluence', 'server', 'transactions.ts'],
    packages: ['commander', 'diff'],
  },
}

/** What is started or published stands above all rooms. */
const entrances = [
  'main.ts',
  'worker.ts',
  'sqlite-searcher.ts',
  'sqlite-writer.ts',
  'transactions.ts',
  'library.ts',
  'client.ts',
]

const source = fileURLToPath(new URL('../src/', import.meta.url))
const files = globSync('**/*.ts', { cwd: source, exclude: ['**/*.test.ts'] })

describe('rooms of src', () => {
  test('import only what the table opens to them', () => {
    const breaches = files.flatMap((file) =>
      findBreaches(file, readFileSync(join(source, file), 'utf8')),
    )
    assert.deepEqual(breaches, [])
    assert.ok(files.length > 150, 'all files are looked at')
  })

  test('are those of the table, and stand above what they import', () => {
    const names = Object.keys(rooms)
    assert.deepEqual([...new Set(files.map(roomOf))].sort(), [...names, ...entrances].toSorted())
    for (const [index, [name, { uses }]] of Object.entries(rooms).entries()) {
      const above = names.slice(index)
      assert.ok(
        !uses.some((other) => above.includes(other)),
        `${name} imports what stands above it`,
      )
    }
  })

  for (const name of Object.keys(rooms)) {
    test(`say what is in them, in at most forty lines: ${name}`, () => {
      const text = readFileSync(join(source, name, 'README.md'), 'utf8')
      assert.ok(text.split('\n').length <= 41)
      for (const [, path = ''] of text.matchAll(/`([a-z/-]+(?:\.ts|\/))`/g)) {
        assert.ok(existsSync(join(source, name, path)), `${name}/README.md names ${path}`)
      }
    })
  }
})

function findBreaches(file: string, text: string): string[] {
  const name = roomOf(file)
  const room = rooms[name]
  // An entrance may use every room.
  if (room === undefined) return entrances.includes(name) ? [] : [`${file} is in no room`]
  const isOffDisk = room.disk !== undefined && !room.disk.includes(file)
  const values = importsOf(text.replace(/^import type\b[^'"`]*'[^']+'/gm, ''))
  return importsOf(text).flatMap((specifier) => {
    const breach = [`${file} imports ${specifier}`]
    if (specifier.startsWith('node:')) return isOffDisk && isDisk(specifier) ? breach : []
    if (!specifier.startsWith('.')) {
      const [scope = '', second = ''] = specifier.split('/')
      const name = scope.startsWith('@') ? `${scope}/${second}` : scope
      return room.packages?.includes(name) ? [] : breach
    }
    const target = normalize(join(dirname(file), specifier))
    if (isOffDisk && readsDisk(target) && values.includes(specifier)) return breach
    const other = roomOf(target)
    return other === name || room.uses.includes(other) ? [] : breach
  })
}

function roomOf(file: string): string {
  return file.split('/')[0] as string
}

function isDisk(specifier: string): boolean {
  return /^node:(?:fs|child_process|worker_threads|module|sqlite|vm)\b/.test(specifier)
}

function readsDisk(file: string): boolean {
  return /^folder\/files\/(?:read-regular-file|read-image)\.ts$/.test(file)
}

function importsOf(text: string): string[] {
  const named =
    /^(?:import|export)\b[^'"`]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^'/][^']*)'\)/gm
  return Array.from(
    text.matchAll(named),
    ([, from, bare, later]) => from ?? bare ?? (later as string),
  )
}
