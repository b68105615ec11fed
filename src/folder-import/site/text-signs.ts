/** Tells by what files say which generators they are written for. @module */
import { join } from 'node:path'
import { plainRules } from '../../convert/code/code-rules.ts'
import { kindOf } from '../../dialects/line.ts'
import { sealedLines } from '../../dialects/lines-of.ts'
import { sealedSpan, whileSealed } from '../../dialects/sealed-code.ts'
import type { Generator } from '../generators/generator.ts'
import type { NavigatedTree } from '../navigation/navigation.ts'

const maxFiles = 200
/** A share of the files that nobody's chance reaches, for signs that mean nothing else. */
const usualShare = 1 / 50
const maxBytes = 16 * 1024
const markdownName = /\.(?:md|mdx|markdown|mdown|mkd|qmd)$/i

/** A generator whose signs files have. */
export interface SeenGenerator {
  readonly generator: Generator
  /** How many files have them, of how many that were looked into. */
  readonly count: number
  readonly files: number
}

/**
 * Look into some of the files.
 * @param tree The folder that they are in, and all their paths from there.
 * @returns The generators whose signs enough of the files have, those first that are the furthest above
 * what chance could do.
 */
export function seenGenerators(
  { base, paths, fileSystem }: Pick<NavigatedTree, 'base' | 'paths' | 'fileSystem'>,
  generators: readonly Generator[],
): SeenGenerator[] {
  const counts = new Map<Generator, number>()
  const looked = sample(paths.filter((one) => markdownName.test(one)))
  for (const path of looked) {
    const lines = textLines(join(base, path), fileSystem)
    for (const generator of generators) {
      const { textSign } = generator
      if (textSign === undefined || !lines.some((line) => textSign.test(line))) continue
      counts.set(generator, (counts.get(generator) ?? 0) + 1)
    }
  }
  const files = looked.length
  return Array.from(counts, ([generator, count]) => ({ generator, count, files }))
    .filter(({ generator, count }) => count >= files * shareOf(generator))
    .sort((a, b) => b.count / shareOf(b.generator) - a.count / shareOf(a.generator))
}

function shareOf({ signShare = usualShare }: Generator): number {
  return signShare
}

/** From everywhere: the files of one folder may all be of one kind. */
function sample(paths: readonly string[]): readonly string[] {
  const step = Math.max(1, paths.length / maxFiles)
  const count = Math.min(maxFiles, paths.length)
  return Array.from({ length: count }, (_, index) => paths[Math.floor(index * step)] as string)
}

/** The lines that are no code, without code inside them. */
function textLines(file: string, { readText }: NavigatedTree['fileSystem']): string[] {
  try {
    const text = readText(file, maxBytes)
    return whileSealed(() =>
      sealedLines(text, plainRules)
        .filter((one) => kindOf(one.text) === 'text')
        .map((one) => one.text.replaceAll(sealedSpan, '')),
    )
  } catch {
    // The import itself says what cannot be read.
    return []
  }
}
