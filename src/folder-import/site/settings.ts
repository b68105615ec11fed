/** Reads the values that configurations give to names. @module */
import { basename, dirname, join, relative, sep } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { parseDocument } from 'yaml'
import { frontMatterLines } from '../../convert/code/front-matter-lines.ts'
import { splitLines } from '../../convert/code/line-reader.ts'
import type { FileSystem } from '../files/guarded-files.ts'
import { checkYaml, wordYamlProblem } from '../navigation/yaml-value.ts'

/** Looks a value up by its name, whatever the case; `undefined` where it is no text. */
type Settings = (name: string) => string | undefined

/** Enough for real configurations; a file of aliases would grow without end. */
const maxAliases = 100

/**
 * Read YAML, which JSON is, too.
 * @param text What it says. Tags such as `!ENV` are no errors: only plain values are asked for.
 * @throws {Error} When it would cost more than its size.
 */
export function readYamlFields(text: string): unknown {
  checkYaml(text)
  // Errors that show their line copy it, each of them.
  const document = parseDocument(text, {
    logLevel: 'silent',
    prettyErrors: false,
    // Each key would be looked for among all others.
    uniqueKeys: false,
  })
  try {
    return document.toJS({ maxAliasCount: maxAliases })
  } catch (error) {
    throw new Error(wordYamlProblem(error))
  }
}

/** Read TOML, or else YAML or JSON. */
export function readSettings(text: string): unknown {
  try {
    return parseToml(text)
  } catch {
    return readYamlFields(text)
  }
}

/** Look at one table of fields. */
export function settingsOf(fields: unknown): Settings {
  return (name) => {
    const value = fieldOf(fields, name)
    return typeof value === 'string' ? value : undefined
  }
}

/** Find a field, whatever the case of its name. */
export function fieldOf(fields: unknown, name: string): unknown {
  if (typeof fields !== 'object' || fields === null) return undefined
  const wanted = name.toLowerCase()
  return Object.entries(fields).find(([key]) => key.toLowerCase() === wanted)?.[1]
}

/** Look at the texts that a program gives to names; it is not run. */
export function programSettings(text: string): Settings {
  const code = text.replace(/^[ \t]*(?:\/\/|\*).*$/gm, '')
  return (name) =>
    new RegExp(`(?<![\\w.])${name}["']?[ \\t]*:[ \\t]*(["'\`])([^"'\`\\n]{0,300})\\1`).exec(
      code,
    )?.[2]
}

/**
 * Give the addresses of a site: on the web, and as paths of its host.
 * @param host Where the site is, such as `https://example.org`, if that is said; or its path only.
 */
export function siteAddresses(host: string | undefined, path = ''): string[] {
  const isHost = host !== undefined && /^https?:\/\/[^/]/i.test(host)
  const folder = `/${host?.startsWith('/') ? host : ''}/${path}/`.replace(/\/{2,}/g, '/')
  const address = isHost ? host.replace(/\/{1,10}$/, '') + folder : undefined
  const own = address !== undefined && URL.canParse(address) ? new URL(address).pathname : folder
  return [...(address === undefined ? [] : [address]), ...new Set([own, folder])].filter(
    (one) => one !== '/',
  )
}

/**
 * Give the folder of the language that a tree is in, and the one around it.
 * @param root Absolute path of the folder that holds one for each language.
 */
export function languageRoots(root: string, base: string): string[] {
  const [first = ''] = relative(root, base).split(sep)
  return /^[a-z]{2,3}(?:[-_][a-z]{2,4})?$/i.test(first) ? [join(root, first), root] : [root]
}

/** Find a folder of some name that a tree is in. */
export function folderAbove(base: string, name: string): string | undefined {
  for (let folder = base; dirname(folder) !== folder; folder = dirname(folder)) {
    if (basename(folder) === name) return folder
  }
  return undefined
}

/** No front matter is longer. */
const maxBytes = 64 * 1024

/**
 * Read the front matter of a file.
 * @returns Its fields; undefined where there are none that can be read.
 */
export function frontMatterOf(file: string, { readText }: FileSystem): unknown {
  try {
    const texts = splitLines(readText(file, maxBytes).trimStart())
    return readSettings(texts.slice(1, Math.max(1, frontMatterLines(texts) - 1)).join('\n'))
  } catch {
    // The import itself says what cannot be read.
    return undefined
  }
}
