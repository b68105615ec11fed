/** The rooms of `src` and what each may import. The longest name that fits a file is its room. @module */
import { dirname, join, normalize } from 'node:path'

interface Room {
  readonly rooms: readonly string[]
  readonly packages?: readonly string[]
  readonly disk?: readonly string[]
}

const web = ['hono', '@hono/node-server']

/** From the bottom to the top: a room imports nothing that stands below it here. */
export const rooms: Readonly<Record<string, Room>> = {
  contract: { rooms: [], packages: ['zod'], disk: [] },
  base: { rooms: ['contract'], packages: ['pino'] },
  adf: { rooms: ['base/append.ts'], disk: [] },
  compare: { rooms: [], disk: [] },
  convert: {
    rooms: ['base/append.ts', 'base/own-package.ts', 'adf'],
    packages: ['satteri', 'mdast', 'saxes', 'entities', 'gemoji', 'color-name'],
    disk: [],
  },
  render: { rooms: ['base/own-package.ts', 'base/time-budget.ts', 'adf'] },
  database: {
    rooms: ['contract', 'base'],
    packages: ['pg'],
  },
  isolation: { rooms: ['contract', 'base'] },
  confluence: {
    rooms: ['contract', 'base', 'adf', 'compare', 'render', 'isolation'],
    packages: ['saxes', 'entities'],
  },
  auth: {
    rooms: ['contract', 'base', 'database'],
    packages: ['@zxcvbn-ts/language-common', 'jose', 'openid-client', 'otpauth'],
  },
  importing: {
    rooms: ['contract', 'base', 'adf', 'compare', 'convert', 'database', 'isolation', 'auth'],
  },
  'importing/changes': { rooms: ['contract', 'base', 'database', 'auth', 'importing'] },
  'delivery/progress.ts': { rooms: ['contract', 'importing'] },
  'delivery/delivery.ts': { rooms: ['contract', 'base', 'importing', 'delivery/progress.ts'] },
  'delivery/delivery-refusals.ts': { rooms: ['contract', 'base', 'confluence', 'importing'] },
  'delivery/records': {
    rooms: [
      'contract',
      ...['database', 'confluence', 'auth', 'importing'],
      ...['delivery/progress.ts', 'delivery/delivery.ts'],
    ],
  },
  'delivery/connections': {
    rooms: [
      'contract',
      ...['base', 'database', 'confluence', 'auth', 'importing', 'delivery/records'],
    ],
  },
  'delivery/pull': {
    rooms: ['contract', 'base', 'adf', 'compare', 'convert', 'render', 'isolation', 'confluence'],
  },
  delivery: {
    rooms: [
      'contract',
      ...['base', 'compare', 'database', 'isolation', 'auth', 'confluence', 'importing'],
      ...['delivery/progress.ts', 'delivery/delivery.ts', 'delivery/delivery-refusals.ts'],
      ...['delivery/records', 'delivery/connections', 'delivery/pull'],
    ],
  },
  http: {
    rooms: ['contract', 'base', 'auth/tokens'],
    packages: web,
  },
  api: {
    rooms: ['contract', 'base', 'auth', 'http', 'importing'],
    packages: web,
  },
  'http-client': {
    rooms: ['contract', 'base/append.ts'],
  },
  'folder-import': {
    rooms: [
      ...[
        'base/append.ts',
        'base/make-folder.ts',
        'base/own-package.ts',
        'base/parse-json.ts',
        'base/visible-text.ts',
        'base/run-bounded.ts',
        'base/time-budget.ts',
        'contract',
        'adf',
      ],
      ...['compare', 'convert', 'http-client'],
    ],
    packages: ['mdast', 'ignore', 'yaml', 'smol-toml', 'liquidjs'],
    // All reading of imported files goes through the guard, so only it may reach the disk.
    disk: [
      ...['folder-import/files/disk-files.ts', 'folder-import/files/find-file.ts'],
      ...['folder-import/files/read-image.ts', 'folder-import/files/read-regular-file.ts'],
      // Names only, no content: what the command line names, and where the repository starts.
      'folder-import/files/select-paths.ts',
      // Git's remote address and names.
      ...['folder-import/site/source-url.ts', 'folder-import/files/harmless-git.ts'],
      // Tried in another process, by its standard input.
      ...['folder-import/documents/parser-process.ts', 'folder-import/documents/parse-input.ts'],
      // Page templates run in a thread that is sent all that it knows.
      ...['folder-import/templates/template-thread.ts', 'folder-import/templates/run-templates.ts'],
      'folder-import/templates/template-messages.ts',
      // A file that the client writes itself.
      'folder-import/plan-file/plan-file.ts',
      // What was imported, kept on this machine beside its edits.
      'folder-import/pull/pull-folder.ts',
    ],
  },
  'folder-runs': {
    rooms: [
      ...['contract', 'base', 'database', 'auth'],
      ...['isolation/process-usage.ts', 'folder-import/folder-events.ts'],
    ],
    packages: web,
  },
  following: {
    rooms: [
      ...['contract', 'base', 'database', 'auth', 'importing', 'http', 'folder-runs'],
      'folder-import/run/git-history.ts',
    ],
    packages: web,
  },
  web: {
    rooms: [
      'contract',
      ...['base', 'adf', 'render', 'database', 'isolation', 'auth'],
      ...[
        'importing',
        'http',
        'folder-import',
        'folder-runs',
        'delivery',
        'confluence',
        'following',
      ],
    ],
    packages: ['uqr', ...web],
  },
  'embedded-wiki': {
    rooms: [
      'contract',
      ...['base', 'adf', 'render', 'database', 'isolation', 'auth', 'importing'],
      ...['http', 'web', 'folder-import/documents/read-exported.ts'],
      'delivery/connections/space-connection.ts',
      ...['delivery/records', 'delivery/delivery-refusals.ts', 'compare'],
    ],
    packages: web,
  },
  agents: {
    rooms: ['contract', ...['base', 'database', 'auth', 'http', 'importing', 'embedded-wiki']],
    packages: ['@modelcontextprotocol/server', 'zod', ...web],
    disk: [],
  },
  'space-export': {
    rooms: [
      'contract',
      ...['base', 'adf', 'convert', 'database', 'auth', 'isolation', 'importing', 'http', 'web'],
      ...['folder-import', 'delivery/connections', 'embedded-wiki/pages', 'embedded-wiki/store'],
    ],
    packages: web,
  },
  service: {
    rooms: [
      'contract',
      ...['base', 'database', 'isolation', 'auth', 'importing', 'http'],
      ...['api', 'agents', 'web', 'embedded-wiki/mounting.ts', 'embedded-wiki/embedded-work.ts'],
      ...['confluence', 'delivery', 'space-export', 'folder-runs', 'following'],
    ],
    packages: ['prom-client', ...web],
  },
  'client.ts': { rooms: ['contract', 'folder-import', 'http-client'] },
  'library.ts': { rooms: ['adf', 'convert', 'render'] },
  'transactions.ts': {
    rooms: [
      ...['database', 'auth', 'importing', 'delivery', 'embedded-wiki', 'following'],
      'space-export/record-export.ts',
    ],
  },
  'sqlite-searcher.ts': { rooms: ['database'] },
  'sqlite-writer.ts': { rooms: ['database', 'transactions.ts'] },
  'worker.ts': {
    rooms: [
      ...['isolation', 'importing', 'confluence', 'delivery/pull', 'embedded-wiki', 'web'],
      'space-export',
    ],
  },
  cli: {
    rooms: [
      ...['base', 'contract', 'adf', 'convert', 'render', 'database'],
      ...['auth', 'importing', 'http', 'web', 'service', 'http-client'],
      ...['embedded-wiki/pages', 'embedded-wiki/store'],
      ...['folder-import', 'confluence', 'delivery', 'space-export', 'folder-runs', 'following'],
      'transactions.ts',
    ],
    packages: ['commander', 'diff'],
  },
  'main.ts': { rooms: ['cli', 'base/version.ts'] },
}

export function findBreaches(file: string, text: string): string[] {
  const room = roomOf(file)
  const { rooms: open, packages = [], disk } = rooms[room] as Room
  const isOffDisk = disk !== undefined && !disk.includes(file)
  return importsOf(text).flatMap((specifier) => {
    if (specifier.startsWith('node:')) {
      const isDisk = /^node:(?:fs|child_process|worker_threads|module|sqlite|vm)\b/.test(specifier)
      return isDisk && isOffDisk ? [`${file} imports ${specifier}, which ${room} may not`] : []
    }
    if (!specifier.startsWith('.')) {
      const [scope = '', name = ''] = specifier.split('/')
      const wanted = scope.startsWith('@') ? `${scope}/${name}` : scope
      return packages.includes(wanted) ? [] : [`${file} imports ${wanted}, which ${room} may not`]
    }
    const target = normalize(join(dirname(file), specifier))
    if (isOffDisk && readsDisk(target) && valuesOf(text).includes(specifier)) {
      return [`${file} imports ${target}, which reads the disk without the guard`]
    }
    const isOpen = open.some((name) => isWithin(target, name))
    return isOpen || fittingRoom(target) === room
      ? []
      : [`${file} imports ${target}, which ${room} may not`]
  })
}

export function roomOf(file: string): string {
  const room = fittingRoom(file)
  if (room === undefined) throw new Error(`${file} is in no room of the table`)
  return room
}

function fittingRoom(file: string): string | undefined {
  const fitting = Object.keys(rooms).filter((name) => isWithin(file, name))
  return fitting.sort((one, other) => other.length - one.length)[0]
}

function readsDisk(file: string): boolean {
  return /^folder-import\/files\/(?:read-regular-file|read-image|find-file)\.ts$/.test(file)
}

function valuesOf(text: string): string[] {
  return importsOf(text.replace(/^import type\b[^'"`]*'[^']+'/gm, ''))
}

function isWithin(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}/`)
}

function importsOf(text: string): string[] {
  const named =
    /^(?:import|export)\b[^'"`]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^'/][^']*)'\)/gm
  return Array.from(
    text.matchAll(named),
    ([, from, bare, later]) => from ?? bare ?? (later as string),
  )
}
