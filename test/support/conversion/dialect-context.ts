/** What readers of dialects need, for their tests. @module */

import type { DialectContext } from '../../../src/folder-import/dialects/dialect-context.ts'
import { codeRulesOf } from '../../../src/folder-import/dialects/dialects.ts'
import {
  evaluateConstructs as evaluated,
  readDocumentParts,
} from '../../../src/folder-import/dialects/parts/document.ts'
import type {
  Context,
  PartConstruct,
} from '../../../src/folder-import/dialects/parts/part-construct.ts'
import { writeParts } from '../../../src/folder-import/dialects/parts/write-parts.ts'
import { yamlOrNothing } from '../../../src/folder-import/navigation/yaml-value.ts'
import { siteTemplates } from '../../../src/folder-import/templates/site-templates.ts'
import { givenFileSystem } from '../folders/given-file-system.ts'

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
    componentFile: (name) => (name === 'Spoken' ? '/src/spoken.jsx' : undefined),
    inherited: () => undefined,
    readYaml: yamlOrNothing,
    evaluateTemplates,
    hasMacros: true,
    notice,
    leaveOut: (written, line) => notice('syntax-left-out', written, line),
    leaveTemplate: (written, line) => notice('template-shown', written, line),
  }
}

const variables = new Map([
  ['params.version', 'v1.2'],
  ['params.badge', '({1}, {3})'],
  ['params.lines', 'one\n  two'],
  ['version', 'v1.2'],
  ['references.tides', 'https://tides.example/'],
])

const site = { data: { team: [{ name: 'Ada' }, { name: 'Bob' }] }, version: 'v1.2' }

const evaluateTemplates = siteTemplates({
  dataFiles: [],
  fileSystem: givenFileSystem('/', new Map()),
  watch: { timeoutMs: 10_000 },
})({
  templates: {
    dataFolder: '/data',
    siteValues: () => ({ site }),
    pageValues: (page) => ({ page }),
    findUnknown: () => undefined,
  },
})

export function readWith(
  construct: PartConstruct,
  document: string,
  context: GivenContext = contextOf(),
): string {
  const syntaxes = 'tag' in construct ? [construct.syntax].flat() : []
  const notation = { syntaxes, rules: codeRulesOf(['mkdocs'], 'a.md') }
  const source = { text: document, lineOf: (row: number) => row + 1 }
  const { text, lineOf } = evaluated(source, [construct], notation.rules, context)
  const { parts, line } = readDocumentParts(text, [construct], notation, context, lineOf)
  return writeParts(parts, line)
    .map(({ text }) => text)
    .join('\n')
}
