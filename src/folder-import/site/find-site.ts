/** Finds out which generator a tree is written for. @module */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isWithin } from '../files/is-within.ts'
import { readRegularTextSync } from '../files/read-regular-file.ts'
import type { Generator } from './generator.ts'
import { mdbook } from './mdbook.ts'
import { mkdocs } from './mkdocs.ts'
import type { Site, SiteEvidence } from './site.ts'

/** The surest first. */
const generators: readonly Generator[] = [mkdocs, mdbook]

/**
 * Find the site of a tree: by the nearest configuration, from its folder up to the repository's, or
 * by what only one generator's trees have.
 * @param evidence The tree, and what the user says of it.
 */
export function findSite(evidence: SiteEvidence): Site {
  const { base, dialects } = evidence
  const known = dialects === undefined ? generators : generators.filter(isOneOf(dialects))
  const found = findConfig(evidence, known) ?? findSign(evidence, known)
  const { generator, configFile, folder = base } = found ?? {}
  const said = generator === undefined ? {} : readConfig(generator, configFile, folder)
  const { rootFolders = [], addresses = [], includeFolders = [] } = said
  return {
    dialects: dialects ?? (generator === undefined ? [] : [generator.dialect]),
    configFile,
    rootFolders: [...new Set([...rootFolders, base])],
    addresses,
    includeFolders,
  }
}

function isOneOf(dialects: readonly string[]): (generator: Generator) => boolean {
  return ({ dialect }) => dialects.includes(dialect)
}

interface FoundGenerator {
  readonly generator: Generator
  readonly configFile?: string
  readonly folder?: string
}

function findConfig(
  { base, repository }: SiteEvidence,
  known: readonly Generator[],
): FoundGenerator | undefined {
  for (let folder = base; isWithin(folder, repository); folder = dirname(folder)) {
    for (const generator of known) {
      const files = generator.configNames.map((name) => join(folder, name))
      const configFile = files.find((file) => existsSync(file))
      if (configFile !== undefined) return { generator, configFile, folder }
    }
    if (dirname(folder) === folder) break
  }
  return undefined
}

function findSign(
  { paths }: SiteEvidence,
  known: readonly Generator[],
): FoundGenerator | undefined {
  const generator = known.find(({ sign }) => sign && paths.some((path) => sign.test(path)))
  return generator && { generator }
}

/** A configuration that cannot be read says nothing: the defaults of its generator hold. */
function readConfig(
  generator: Generator,
  configFile: string | undefined,
  folder: string,
): ReturnType<Generator['read']> {
  try {
    return generator.read(configFile === undefined ? '' : readRegularTextSync(configFile), folder)
  } catch {
    return generator.read('', folder)
  }
}
