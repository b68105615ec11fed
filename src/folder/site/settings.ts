/** Reads settings from configuration files. @module */
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { frontMatterLines } from '../../convert/code/front-matter-lines.ts'
import { splitLines } from '../../convert/code/line-reader.ts'
import { parseToml } from '../documents/settings-parsers.ts'
import type { FileSystem } from '../files/guarded-files.ts'
import { asList, asTable, asWords, readYamlFields } from '../navigation/yaml-value.ts'
import type { PathAlias } from './site.ts'

type Settings = (name: string) => string | undefined

export function readSettings(text: string): unknown {
  try {
    return parseToml(text)
  } catch {
    return readYamlFields(text)
  }
}

export function settingsOf(fields: unknown): Settings {
  return (name) => {
    const value = fieldOf(fields, name)
    return typeof value === 'string' ? value : undefined
  }
}

export function fieldOf(fields: unknown, name: string): unknown {
  if (typeof fields !== 'object' || fields === null) return undefined
  const lowerName = name.toLowerCase()
  return Object.entries(fields).find(([key]) => key.toLowerCase() === lowerName)?.[1]
}

/** Read string literals from a program, which is not run. */
export function programSettings(text: string): Settings {
  return (name) => programValues(text, name)[0] ?? constantOf(text, name)
}

/** The value of a constant: the program may use it as `{ site }`. */
function constantOf(text: string, name: string): string | undefined {
  const constant = new RegExp(String.raw`^const ${name} = (["'\x60])([^"'\x60\n]{0,300})\1`, 'm')
  return constant.exec(text)?.[2]
}

/** Read all string literals of a name, also in calls such as `require.resolve('./a.js')`. */
export function programValues(text: string, name: string): string[] {
  const code = text.replace(/^[ \t]*(?:\/\/|\*).*$/gm, '')
  const call = String.raw`(?:[\w.]{1,50}\([ \t]*(?:__dirname,[ \t]*)?)?`
  const value = String.raw`(["'\x60])([^"'\x60\n]{0,300})\1`
  const setting = new RegExp(String.raw`(?<![\w.])${name}["']?[ \t]*:[ \t]*${call}${value}`, 'g')
  return Array.from(code.matchAll(setting), ([, , literal = '']) => literal)
}

/** @param host Such as `https://example.org`, or only a path. */
export function siteAddresses(host: string | undefined, path = ''): string[] {
  const isHost = host !== undefined && /^https?:\/\/[^/]/i.test(host)
  const folder = `/${host?.startsWith('/') ? host : ''}/${path}/`.replace(/\/{2,}/g, '/')
  const address = isHost ? host.replace(/\/{1,10}$/, '') + folder : undefined
  const addressPath =
    address !== undefined && URL.canParse(address) ? new URL(address).pathname : folder
  return [...(address === undefined ? [] : [address]), ...new Set([addressPath, folder])].filter(
    (candidate) => candidate !== '/',
  )
}

/** @param root Absolute path of the folder with a folder for each language. */
export function languageRoots(root: string, base: string): string[] {
  const [first = ''] = relative(root, base).split(sep)
  return /^[a-z]{2,3}(?:[-_][a-z]{2,4})?$/i.test(first) ? [join(root, first), root] : [root]
}

export function folderAbove(base: string, name: string): string | undefined {
  for (let folder = base; dirname(folder) !== folder; folder = dirname(folder)) {
    if (basename(folder) === name) return folder
  }
  return undefined
}

const maxBytes = 64 * 1024

export function frontMatterOf(file: string, { readText }: FileSystem): unknown {
  try {
    const texts = splitLines(readText(file, maxBytes).trimStart())
    return readSettings(texts.slice(1, Math.max(1, frontMatterLines(texts) - 1)).join('\n'))
  } catch {
    // The import reports unreadable files itself.
    return undefined
  }
}

const maxSettings = 100_000

/** The fields of a small file; undefined where it cannot be read. */
export function fieldsOfFile(file: string, fileSystem: FileSystem): unknown {
  try {
    return readYamlFields(fileSystem.readSettings(file, maxSettings))
  } catch {
    return undefined
  }
}

/** Read path aliases: https://www.typescriptlang.org/tsconfig/#paths */
export function pathAliases(folder: string, fileSystem: FileSystem): readonly PathAlias[] {
  return ['tsconfig.json', 'jsconfig.json'].flatMap((name) => {
    try {
      return aliasesIn(fileSystem.readSettings(join(folder, name), maxSettings), folder)
    } catch {
      return []
    }
  })
}

function aliasesIn(text: string, folder: string): readonly PathAlias[] {
  const { compilerOptions } = asTable(readYamlFields(text.replace(/^[ \t]*\/\/.*$/gm, '')))
  const { baseUrl, paths } = asTable(compilerOptions)
  const start = resolve(folder, asWords(baseUrl) ?? '.')
  return Object.entries(asTable(paths)).flatMap(([alias, targets]) => {
    const target = asWords(asList(targets)[0])
    if (target === undefined || !alias.endsWith('*') || !target.endsWith('*')) return []
    return [{ prefix: alias.slice(0, -1), folder: resolve(start, target.slice(0, -1)) }]
  })
}
