/** Detects the generator that a tree is written for. @module */
import { dirname, join, relative, resolve } from 'node:path'
import { plainRules } from '../../convert/code/code-rules.ts'
import { findCode } from '../../convert/code/find-code.ts'
import { splitLines } from '../../convert/code/line-reader.ts'
import { generators, type SiteGenerator } from '../dialects/dialects.ts'
import type { SiteSettings } from '../dialects/generator.ts'
import { hiddenNavigation } from '../files/find-markdown-files.ts'
import { type GeneratorNames, RefusedFileError } from '../files/guarded-files.ts'
import { DocumentError } from '../files/read-failure.ts'
import { isInside, isWithin, stemOf } from '../files/tree-paths.ts'
import type { NavigatedTree } from '../navigation/navigation.ts'
import type { Site, SiteEvidence } from './site.ts'

export const generatorNames: GeneratorNames = {
  folders: new Set(generators.flatMap(({ ownFolders = [] }) => ownFolders)),
  settings: new Set([
    ...hiddenNavigation,
    ...generators
      .flatMap(({ configNames }) => configNames)
      .flatMap((name) => name.split('/'))
      .filter((part) => part.startsWith('.')),
  ]),
}

/**
 * Find the nearest configuration that covers the tree, or else judge by signs in the files.
 * @param start The site's folder in a larger tree, with `/` at its end. The site's functions take
 * paths of that tree.
 */
export function findSite(evidence: SiteEvidence, start = ''): Site {
  const { base, dialects } = evidence
  const candidates = generatorsOf(evidence)
  const certainMatch =
    findConfig(evidence, candidates) ??
    withDefaults(generatorByPath(evidence, candidates), evidence)
  // Signs must be unambiguous: without any, files are read as on GitHub.
  const guesses = certainMatch === undefined ? guessGenerators(evidence, candidates) : []
  const dialectGenerator = dialects === undefined ? undefined : candidates[0]
  const match = certainMatch ?? withDefaults(guesses[0]?.generator ?? dialectGenerator, evidence)
  const siteGenerators =
    match === undefined ? [] : [match.generator, ...guesses.map(({ generator }) => generator)]
  const settings = match?.settings ?? {}
  const siteDialects = dialects ?? [...new Set(siteGenerators.map(({ dialect }) => dialect))]
  const related = generators.filter(({ dialect }) => siteDialects.includes(dialect))
  // Signs in some files do not decide about titles.
  const isTitled = certainMatch !== undefined || dialects !== undefined
  const titled = related.find(({ dialect }) => isTitled && dialect === siteDialects[0])
  const docsVersions = match?.generator.docsVersions?.(evidence, settings)
  const inSite = (path: string): string => path.slice(start.length)
  return {
    ...usualSettings,
    ...settings,
    isPart: (path) =>
      menuNames.has(stemOf(path)) ||
      related.some(({ isPart }) => isPart?.(inSite(path)) === true) ||
      settings.isLeftOut?.(join(base, inSite(path))) === true,
    isFolderPage: (path) =>
      related.some(({ isFolderPage }) => isFolderPage?.(inSite(path)) === true),
    isOtherPage: (path) =>
      related.some(({ otherPages }) => otherPages?.test(inSite(path)) === true),
    titleOf: (path) => titled?.titleOf?.(inSite(path)),
    docsVersions: {
      all: docsVersions?.all ?? [],
      otherOf: (path) => docsVersions?.otherOf(inSite(path)),
    },
    dialects: siteDialects,
    readAs: `${siteDialects.join(', ') || 'github'} (${dialects === undefined ? reasonOf(certainMatch, guesses, base) : 'as --dialect says'})`,
    readNavigation: match?.generator.readNavigation,
    configFile: match?.configFile,
    folder: match?.folder ?? base,
    rootFolders: [...new Set([...(settings.rootFolders ?? []), base])],
  }
}

const usualSettings = {
  addresses: [],
  redirects: [],
  mounts: [],
  otherModules: [],
  aliases: [],
  includeFolders: [],
  litterFolders: [],
  appendedFiles: [],
  keepsLines: false,
  computed: [],
  variables: undefined,
  hasMacros: false,
  servesFolders: undefined,
  inheritsFrom: [],
} as const satisfies Partial<Site>

export function isConfigured(evidence: SiteEvidence): boolean {
  return configIn(evidence.base, evidence, generatorsOf(evidence)) !== undefined
}

function generatorsOf({ dialects }: SiteEvidence): readonly SiteGenerator[] {
  return dialects === undefined
    ? generators
    : generators.filter(({ dialect }) => dialects.includes(dialect))
}

function reasonOf(
  certainMatch: FoundGenerator | undefined,
  guesses: readonly GeneratorGuess[],
  base: string,
): string {
  if (certainMatch !== undefined) {
    const { configFile } = certainMatch
    return configFile === undefined ? 'by the names of files' : relative(base, configFile)
  }
  if (guesses.length === 0) return 'no configuration of a site, and no syntax of one'
  const shares = guesses.map(
    ({ generator, count, files }) => `${generator.dialect} ${count}/${files}`,
  )
  return `by syntax in files: ${shares.join(', ')}`
}

const menuNames = new Set(generators.flatMap(({ partNames = [] }) => partNames))

interface FoundGenerator {
  readonly generator: SiteGenerator
  readonly settings: SiteSettings
  readonly configFile?: string
  readonly folder?: string
}

function withDefaults(
  generator: SiteGenerator | undefined,
  { base, fileSystem, docsVersion }: SiteEvidence,
): FoundGenerator | undefined {
  return (
    generator && {
      generator,
      settings: settingsOf(generator, '', base, base, fileSystem, docsVersion),
    }
  )
}

function settingsOf(
  { read }: SiteGenerator,
  ...place: Parameters<NonNullable<SiteGenerator['read']>>
): SiteSettings {
  return { rootFolders: [place[1]], ...read?.(...place) }
}

function findConfig(
  evidence: SiteEvidence,
  candidates: readonly SiteGenerator[],
): FoundGenerator | undefined {
  for (const folder of foldersAbove(evidence)) {
    const match = configIn(folder, evidence, candidates)
    if (match !== undefined) return match
  }
  return undefined
}

function configIn(
  folder: string,
  evidence: SiteEvidence,
  candidates: readonly SiteGenerator[],
): FoundGenerator | undefined {
  for (const generator of candidates) {
    for (const name of generator.siteFolders ?? ['.']) {
      const match = readSite(generator, resolve(folder, name), evidence)
      if (match !== undefined) return match
    }
  }
  return undefined
}

/** Without a repository, the search goes up this many folders. */
const levelsOutside = 3

function* foldersAbove({ base, repository, fileSystem }: SiteEvidence): Iterable<string> {
  const hasBounds = fileSystem.exists(join(repository, '.git'))
  let outside = 0
  for (let folder = base; ; folder = dirname(folder)) {
    if (!isWithin(folder, repository) && (hasBounds || ++outside > levelsOutside)) return
    yield folder
    if (dirname(folder) === folder) return
  }
}

/** @returns Undefined without a configuration that covers the tree. */
function readSite(
  generator: SiteGenerator,
  folder: string,
  { base, repository, docsVersion, onRefused, onUnread, watch, ...evidence }: SiteEvidence,
): FoundGenerator | undefined {
  const isAround = !isWithin(folder, repository)
  const fileSystem = isAround ? evidence.fileSystem.with(folder) : evidence.fileSystem
  const files = generator.configNames.map((name) => join(folder, name))
  const configFile = files.find((file) => fileSystem.exists(file))
  if (configFile === undefined) return undefined
  const text = readConfig(configFile, { fileSystem, onRefused })
  if (generator.configSign?.test(text) === false) return undefined
  const read = (configText: string): SiteSettings =>
    settingsOf(generator, configText, folder, base, fileSystem, docsVersion)
  let settings: SiteSettings
  try {
    settings = watch === undefined ? read(text) : watch.run(() => read(text))
  } catch (error) {
    // Fall back to the generator's defaults. A JavaScript error's message may quote the file.
    const { name, message } = error as Error
    const isWorded = name === 'Error' || error instanceof DocumentError
    onUnread?.(configFile, isWorded ? message : name)
    settings = read('')
  }
  const isOf = (root: string): boolean => isWithin(base, root) || isInside(root, base)
  return settings.rootFolders?.some(isOf) ? { generator, settings, configFile, folder } : undefined
}

/** Longer files are no configurations. */
const maxConfigBytes = 1024 * 1024

function readConfig(
  file: string,
  { fileSystem, onRefused }: Pick<SiteEvidence, 'fileSystem' | 'onRefused'>,
): string {
  try {
    return fileSystem.readSettings(file, maxConfigBytes)
  } catch (error) {
    if (error instanceof RefusedFileError) onRefused(file, error.refusal)
    return ''
  }
}

function generatorByPath(
  { base, paths, fileSystem }: SiteEvidence,
  candidates: readonly SiteGenerator[],
): SiteGenerator | undefined {
  const names = new Set(paths.map((path) => stemOf(path).toLowerCase()))
  const isPage = (name: string): boolean =>
    names.has(stemOf(name.replace(/#.*$/, '').trim()).toLowerCase())
  const lines = (): readonly string[] =>
    sampled(paths).flatMap((path) => textLines(join(base, path), fileSystem))
  return candidates.find(({ pathSign, isOther }) => {
    const isSigned = pathSign !== undefined && paths.some((path) => pathSign.test(path))
    return isSigned && isOther?.(lines(), isPage) !== true
  })
}

const maxFiles = 200
/** Signs in this share of the files are no coincidence. */
const usualShare = 1 / 50
const maxBytes = 16 * 1024
const markdownName = /\.(?:md|mdx|markdown|mdown|mkd|qmd)$/i

interface GeneratorGuess {
  readonly generator: SiteGenerator
  readonly count: number
  readonly files: number
}

/** @returns Generators with enough signs in a sample of the files, the clearest first. */
function guessGenerators(
  { base, paths, fileSystem }: Pick<NavigatedTree, 'base' | 'paths' | 'fileSystem'>,
  generators: readonly SiteGenerator[],
): GeneratorGuess[] {
  const files = sampled(paths).map((path) => textLines(join(base, path), fileSystem))
  return generators
    .map((generator) => {
      const { textSign, signShare: share = usualShare } = generator
      const isSigned = (lines: readonly string[]): boolean =>
        textSign !== undefined && lines.some((line) => textSign.test(line))
      return { generator, count: files.filter(isSigned).length, files: files.length, share }
    })
    .filter(({ count, share }) => count > 0 && count >= files.length * share)
    .sort((a, b) => b.count / b.share - a.count / a.share)
}

/** Samples all folders, because one folder may hold files of one kind. */
function sampled(paths: readonly string[]): readonly string[] {
  const pages = paths.filter((path) => markdownName.test(path))
  const step = Math.max(1, pages.length / maxFiles)
  const count = Math.min(maxFiles, pages.length)
  return Array.from({ length: count }, (_, index) => pages[Math.floor(index * step)] as string)
}

function textLines(file: string, { readText }: NavigatedTree['fileSystem']): string[] {
  try {
    const texts = splitLines(readText(file, maxBytes))
    return findCode(texts, plainRules).flatMap((code, row) =>
      code.kind === 'text' ? [withoutSpans(texts[row] as string, code.spans)] : [],
    )
  } catch {
    // The import reports unreadable files itself.
    return []
  }
}

function withoutSpans(
  text: string,
  spans: readonly { readonly from: number; readonly to: number }[],
): string {
  const starts = [0, ...spans.map(({ to }) => to)]
  return starts.map((start, index) => text.slice(start, spans[index]?.from)).join('')
}
