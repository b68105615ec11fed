/** Nothing opens sealed code but what says so, and why. @module */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../src/dialects/', import.meta.url))

/** What is no construct, and opens code: each with what it does with it. */
const helpers: Readonly<Record<string, string>> = {
  'code-block.ts': 'shows the lines between tags as code',
  'code-lines.ts': 'opens code for the constructs that declare it',
  'components/component-tags.ts': 'reads what code stands in an attribute',
  'details.ts': 'names what is folded',
  'hugo/constructs.ts': 'reads strings between backquotes in templates',
  'includes.ts': 'opens code where the construct asks for it',
  'landing-page.ts': 'reads front matter, which is sealed as code is',
  'lines-of.ts': 'writes the document in the end',
  'mdc/constructs.ts': 'reads the values of properties',
  'mdx/javascript.ts': 'reads the strings of programs',
  'mdx/statements.ts': 'finds anew what is code behind programs that hold some',
  'myst/block-attributes.ts': 'writes what stands above a block of code into its first line',
  'myst/marks.ts': 'reads values of front matter, and reads lines anew that a value brings',
  'page-variable.ts': 'reads the values of attributes',
  'read-dialects.ts': 'asks whether code has the sign of a construct that declares it',
  'quarto/grid-tables.ts':
    'takes lines apart that are drawn around code, and finds anew what is code',
  'replace-tags.ts': 'tells what stands between tags as it is written',
  'templates/templates.ts':
    'gives front matter to templates, and finds anew what is code behind them',
}

const opening = /^import (?!type)\{([^}]*)\} from '\.[./]*\/(?:code-lines|sealed-code)\.ts'/gm
const openers = ['open', 'mapCode', 'mapFencedBlocks', 'openedLine']
const declared = /^ {2}inCode: \{/m
/** Lets the includes of a construct open code. */
const asked = /\binCode: '/

function opensCode(text: string): boolean {
  const names = Array.from(text.matchAll(opening), ([, list = '']) => list.split(',')).flat()
  return asked.test(text) || names.some((name) => openers.includes(name.trim()))
}

test('only constructs that declare it, and known helpers, open code', () => {
  const opens = globSync('**/*.ts', { cwd: folder })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))
    .filter(({ text }) => opensCode(text) && !declared.test(text))
  assert.deepEqual(opens.map(({ file }) => file).sort(), Object.keys(helpers).sort())
})

for (const text of [
  "import { mapCode } from '../code-lines.ts'",
  "import {\n  marks,\n  open,\n} from '../sealed-code.ts'",
  "read: (lines, context) => readIncludes(lines, context, { find, inCode: 'always' })",
]) {
  test(`a construct that opens code in silence is found (control): ${text}`, () => {
    assert.ok(opensCode(text))
  })
}
