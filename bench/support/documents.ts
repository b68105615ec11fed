/** What is imported: documents that were made, and those of folders that are named. @module */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { adfToText, markdownToAdf } from '../../src/library.ts'
import { sampleMarkdown } from '../sample-markdown.ts'

export interface Documents {
  readonly name: string
  readonly list: readonly BenchDocument[]
}

export interface BenchDocument {
  readonly content: string
  readonly keptBytes: number
}

const maxBytes = 1024 ** 2

export function sampleDocuments(kilobytes: number): Documents {
  return documents(`${kilobytes} KB`, [sampleMarkdown(kilobytes * 1024, 'Sample')])
}

export function denseDocuments(kilobytes: number): Documents {
  const part = (index: number): string =>
    [
      `## Part ${index}`,
      `Send **it** with \`--now\`, or [read on](https://example.org/${index}).`,
      `- one *item*\n- another of ${index}`,
      `| Key | Value |\n| --- | --- |\n| a | ${index} |`,
      `\`\`\`sh\nmake all-${index} && echo done\n\`\`\``,
    ].join('\n\n')
  let content = '# Dense'
  for (let index = 0; content.length < kilobytes * 1024; index += 1) content += `\n\n${part(index)}`
  return documents(`${kilobytes} KB, dense`, [content])
}

export function documentsOf(folder: string): Documents {
  const contents = globSync('**/*.{md,mdx}', { cwd: folder })
    .toSorted()
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .filter((content) => content.trim() !== '' && Buffer.byteLength(content) <= maxBytes)
  return documents(folder, contents)
}

function documents(name: string, contents: readonly string[]): Documents {
  const list = contents.map((content) => {
    const { adf } = markdownToAdf(content)
    const kept = [content, JSON.stringify(adf), adfToText(adf)]
    return { content, keptBytes: kept.reduce((sum, text) => sum + Buffer.byteLength(text), 0) }
  })
  return { name, list }
}
