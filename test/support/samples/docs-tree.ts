/** A docs folder as projects have them: the Markdown and images that installed packages ship. @module */
import { cpSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = realpathSync(fileURLToPath(new URL('../../../node_modules', import.meta.url)))
const isShipped = /\.(?:md|markdown|png|jpe?g|gif|webp|avif|svg)$/i
const maxBytes = 100_000
/** Those with folders of docs that link to each other come first. */
const first: readonly string[] = ['undici', 'pino', 'playwright-core']

/**
 * Copy such files, package by package.
 * @param maxFiles The most Markdown files.
 * @returns How many Markdown files there are.
 */
export function copyDocsTree(folder: string, maxFiles: number): number {
  let files = 0
  for (const name of [...new Set([...first, ...readdirSync(packages).sort()])]) {
    if (name.startsWith('.') || files >= maxFiles) continue
    for (const file of shippedFiles(join(packages, name))) {
      const target = join(folder, relative(packages, file))
      mkdirSync(dirname(target), { recursive: true })
      cpSync(file, target)
      if (/\.(?:md|markdown)$/i.test(file)) files += 1
    }
  }
  return files
}

function* shippedFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* shippedFiles(path)
    else if (entry.isFile() && isShipped.test(entry.name) && statSync(path).size <= maxBytes)
      yield path
  }
}
