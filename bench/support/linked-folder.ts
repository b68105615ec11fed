/** A folder of Markdown files that link to each other. @module */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sampleMarkdown } from '../sample-markdown.ts'

const filesPerFolder = 25
const fileBytes = 10 * 1024

export function writeLinkedFolder(folder: string, count: number): string[] {
  const paths = Array.from(
    { length: count },
    (_, index) => `part-${Math.floor(index / filesPerFolder)}/page-${index}.md`,
  )
  for (const [index, path] of paths.entries()) {
    const links = [1, 7].map((step) => `[next](../${paths[(index + step) % count]})`).join(' ')
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${sampleMarkdown(fileBytes, `Page ${index}`)}\n\n${links}\n`)
  }
  return paths
}
