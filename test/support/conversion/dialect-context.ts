/** What readers of dialects need, for their tests. @module */
import { codeRulesOf, type DialectName } from '../../../src/folder/dialects/dialects.ts'
import { readDocumentParts } from '../../../src/folder/dialects/parts/document.ts'
import type {
  Context,
  DialectContext,
  PartConstruct,
} from '../../../src/folder/dialects/parts/part-construct.ts'
import { writeParts } from '../../../src/folder/dialects/parts/write-parts.ts'
import { readDialects } from '../../../src/folder/dialects/read-dialects.ts'

type GivenContext = DialectContext & Pick<Context, 'leaveOut' | 'leaveTemplate'>

/** Notices are collected as `code detail:line`. */
export function contextOf(
  files: Readonly<Record<string, string>> = {},
  noticed: string[] = [],
): GivenContext {
  const notice: DialectContext['notice'] = (code, detail, line) => {
    noticed.push(`${code} ${detail}:${line}`)
  }
  return {
    path: 'page.md',
    readInclude(address, line, isSample) {
      const path = address.replace(/^(?:\.?\/)+/, '')
      const text = files[path]
      if (text === undefined && !isSample) notice('include-missing', address, line)
      return text === undefined ? undefined : { path, text }
    },
    findFile: (name) => Object.keys(files).find((path) => path === name.replace(/^\//, '')),
    keepsLines: false,
    findUid: (uid) =>
      /^(?:\/?guide\/setup|setup\.first)$/.test(uid)
        ? { title: 'Setup', address: 'guide/setup.md' }
        : undefined,
    variable: (name) => variables.get(name),
    inherited: () => undefined,
    hasMacros: true,
    notice,
    leaveOut: (written, line) => notice('syntax-left-out', written, line),
    leaveTemplate: (written, line) => notice('template-shown', written, line),
  }
}

const variables = new Map([
  ['params.version', 'v1.2'],
  ['params.lines', 'one\n  two'],
  ['version', 'v1.2'],
])

export function readWith(
  construct: PartConstruct,
  document: string,
  context: GivenContext = contextOf(),
): string {
  const rules = codeRulesOf(['mkdocs'], 'a.md')
  const lineOf = (row: number): number => row + 1
  const { parts } = readDocumentParts(document, [construct], rules, context, lineOf)
  return writeParts(parts, 1)
    .map(({ text }) => text)
    .join('\n')
}

type Reader = (
  document: string,
  files?: Readonly<Record<string, string>>,
  noticed?: string[],
) => string

export function readerOf(dialects: readonly DialectName[], path = 'page.md'): Reader {
  return (document, files = {}, noticed = []) =>
    readDialects(document, dialects, { ...contextOf(files, noticed), path }).markdown
}
