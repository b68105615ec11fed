/** The tables of the docs that are made of the code's: which lines of which page they are. @module */

import { nameOfCall, neededCalls } from '../src/confluence/needed-calls.ts'
import { packageOfJobs } from '../src/contract/base/version.ts'
import { errorTable } from '../src/contract/errors.ts'
import { importFieldRows } from '../src/contract/json-schema.ts'
import type { OptionRow } from '../src/contract/options/option-rows.ts'
import { optionTable } from '../src/contract/options/option-table.ts'
import { successTable, warningSeverities } from '../src/contract/outcomes.ts'
import { constructs } from '../src/convert/constructs/constructs.ts'
import { warningTable } from '../src/convert/warnings.ts'
import {
  constructsOf,
  type DialectName,
  dialectNames,
  sharedConstructs,
} from '../src/folder/dialects/dialects.ts'
import type { PartConstruct } from '../src/folder/dialects/parts/part-construct.ts'
import type { SiteKind } from '../src/wiki/pages/recorded-pages.ts'
import { remoteProduct } from '../src/wiki/pages/recorded-pages.ts'
import { exampleRow } from '../test/support/conversion/dialect-examples.ts'

/** Some lines of a page. */
interface DocsTable {
  /** Path of the page in `docs`. */
  readonly page: string
  /** Fits these lines and no others, as far as the page is looked at. */
  readonly row: RegExp
  /** The line before which they stand. */
  readonly before?: string
  /** What they say, in the order of the code; the first cell tells which line is which. */
  readonly rows: readonly string[]
}

const dialects = dialectNames.map((name) => ({ name, constructs: constructsOf([name], 'page.md') }))

/** Constructs of a dialect that another page shows: that of no site, or that of MDX. */
function shownElsewhere(name: DialectName): readonly PartConstruct[] {
  if (name === 'github') return []
  // The roles of Sphinx are its own, though files of no site may have them.
  if (name === 'myst') return sharedConstructs
  const shared = constructsOf([], 'page.md')
  const isMdx = name === 'docusaurus' || name === 'starlight'
  return isMdx ? [...shared, ...constructsOf(['mdx'], 'page.md')] : shared
}

export const docsTables: readonly DocsTable[] = [
  {
    page: 'errors.md',
    row: /^\| `[a-z-]+` \| \d{3} \|/,
    rows: Object.entries(errorTable).map(
      ([key, { status, when, wayOut }]) => `| \`${key}\` | ${status} | ${when} | ${wayOut} |`,
    ),
  },
  {
    page: 'configuration.md',
    row: /^\| `--/,
    rows: Object.values<OptionRow<unknown>>(optionTable).map(
      ({ flag, argument, env, fallback, description }) =>
        `| \`${flag}${argument === undefined ? '' : ` ${argument}`}\` | \`${env}\` | ${fallback === undefined ? '–' : `\`${fallback}\``} | ${description} |`,
    ),
  },
  {
    page: 'conversion.md',
    row: /^\| (?!Markdown )/,
    before: '## HTML inside Markdown',
    rows: constructs.flatMap(({ docs }) =>
      docs.map(
        ([markdown, adf, warned = '']) => `| ${markdown} | ${adf} | ${warned}${warned && ' '}|`,
      ),
    ),
  },
  {
    page: 'conversion.md',
    row: /^\| `[a-z-]+` \| (?:lost|changed|note) \|/,
    rows: Object.entries(warningTable).map(
      ([code, { severity, message }]) => `| \`${code}\` | ${severity} | ${message} |`,
    ),
  },
  {
    page: 'conversion.md',
    row: /^\| `(?:lost|changed|note)` \|/,
    rows: Object.entries(warningSeverities).map(
      ([severity, meaning]) => `| \`${severity}\` | ${meaning} |`,
    ),
  },
  {
    page: 'api.md',
    row: /^\| `\w+` \| (?:string|boolean|integer|object|array of strings) \|/,
    rows: importFieldRows().map(
      ({ name, type, isRequired, fallback, description }) =>
        `| \`${name}\` | ${type} | ${isRequired ? 'yes' : fallback === undefined ? 'no' : `no, \`${fallback}\``} | ${description} |`,
    ),
  },
  {
    page: 'api.md',
    row: /^\| 20\d \| `[a-z-]+` \|/,
    rows: Object.entries(successTable).map(
      ([key, { status, when }]) => `| ${status} | \`${key}\` | ${when} |`,
    ),
  },
  {
    page: 'confluence/access.md',
    row: /^\| `(?:GET|POST|PUT|DELETE) \/(?:api|rest|pages)\//,
    rows: Object.entries(neededCalls).flatMap(([kind, calls]) =>
      calls.map((call) => {
        const product = remoteProduct({ kind: kind as SiteKind })
        const without = call.without ?? 'nothing is imported'
        return `| \`${nameOfCall(call)}\` | ${product.replace('Confluence ', '')} | ${call.use} | ${without} |`
      }),
    ),
  },
  ...dialects.map(({ name, constructs }) => ({
    page: `dialects/${name}.md`,
    row: /^\| .*`/,
    rows: constructs
      .filter((construct) => !shownElsewhere(name).includes(construct))
      .map(exampleRow),
  })),
]

/**
 * Put the rows of the code in place of those that a page has. A new one stands behind that which it
 * follows in the code, whatever stands between them on the page.
 * @throws {Error} When the page has no row of the table.
 */
export function withRows(text: string, { page, row, before, rows }: DocsTable): string {
  const lines = text.split('\n')
  const end = before === undefined ? lines.length : lines.indexOf(before)
  const isRow = (line: string, index: number): boolean => index < end && row.test(line)
  const later = lines.filter(isRow).map(firstCell)
  const wanted = [...rows]
  const written = lines.flatMap((line, index) => {
    if (!isRow(line, index)) return [line]
    const cell = later.shift()
    const known = wanted.findIndex((one) => firstCell(one) === cell)
    const placed = wanted.splice(0, known + 1)
    while (wanted[0] !== undefined && !later.includes(firstCell(wanted[0]))) {
      placed.push(wanted.shift() as string)
    }
    return placed
  })
  if (wanted.length > 0) throw new Error(`docs/${page} has no place for ${wanted[0]}`)
  return written.join('\n')
}

function firstCell(line: string): string {
  return line.split(' | ', 1)[0] as string
}

/** Have the jobs of a page run the package that there is at present. */
export function withPackage(page: string): string {
  return page.replace(/(?<=npx --yes --package )\S+/g, packageOfJobs)
}
