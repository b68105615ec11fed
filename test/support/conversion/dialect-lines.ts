/** Documents as lines, for tests of the readers of dialects. @module */
import { codeRulesOf } from '../../../src/dialects/code-rules.ts'
import type { Construct, DialectContext, ReadingContext } from '../../../src/dialects/construct.ts'
import type { Line } from '../../../src/dialects/line.ts'
import { openLines, sealedLines, textOfLines } from '../../../src/dialects/lines-of.ts'
import type { TemplateLanguage } from '../../../src/dialects/templates/template-language.ts'
import { givenFileSystem } from '../../../src/folder-import/given/given-file-system.ts'
import { yamlOrNothing } from '../../../src/folder-import/navigation/yaml-value.ts'
import {
  type SiteTemplates,
  siteTemplates,
} from '../../../src/folder-import/templates/site-templates.ts'

/** Take a document apart. */
export function linesOf(document: string): readonly Line[] {
  return sealedLines(document, codeRulesOf(['mkdocs'], 'a.md'))
}

/** Put lines together. */
export function textOf(lines: readonly Line[]): string {
  return textOfLines(openLines(lines))
}

/**
 * Know of a few files.
 * @param files Their texts by path, from the folder of the document.
 * @param noticed Takes every notice, as `code detail:line`.
 */
export function contextOf(
  files: Readonly<Record<string, string>> = {},
  noticed: string[] = [],
): ReadingContext {
  const notice: ReadingContext['notice'] = (code, detail, line) => {
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
    templates: Object.assign({}, ...languages.map(templatesOf)),
    notice,
    linesOf,
    lend: (words) => words,
    leaveOut: (written, line) => notice('syntax-left-out', written, line),
  }
}

const variables = new Map([
  ['params.version', 'v1.2'],
  ['params.badge', '({1}, {3})'],
  ['version', 'v1.2'],
  ['references.tides', 'https://tides.example/'],
])

const languages = ['liquid', 'quoted-liquid', 'jinja'] as const
const values = { data: { team: [{ name: 'Ada' }, { name: 'Bob' }] }, version: 'v1.2' }

/** By the real engines, with a few values. */
function templatesOf(language: TemplateLanguage): DialectContext['templates'] {
  const templates: SiteTemplates = {
    language,
    data: [],
    siteValues: () => (language === 'liquid' ? { site: values } : { ...values, ...values.data }),
    pageValues: (page) => (language === 'liquid' ? { page } : page),
    findUnknown: () => undefined,
  }
  return siteTemplates({ dataFiles: [], fileSystem: noFiles, watch: { timeoutMs: 10_000 } })({
    templates,
  })
}

const noFiles = givenFileSystem('/', [], () => {})

/** Read a document with one construct, as it is read in a tree. */
export function readWith(
  construct: Construct,
  document: string,
  context: ReadingContext = contextOf(),
): string {
  return construct.sign.test(document)
    ? textOf(construct.read(linesOf(document), context))
    : document
}
