/** Code blocks: languages, titles, and ADF written as code. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  assertSound,
  type Expected,
  li,
  node,
  p,
  same,
  t,
  ul,
  warned,
} from '../../../test/support/conversion/conversion-cases.ts'
import { listed } from '../../../test/support/samples/listed.ts'
import { anchorMacro } from '../adf/heading-names.ts'
import { markedLinesId } from '../adf/local-ids.ts'
import { MarkdownLimitError } from '../markdown-limit-error.ts'
import { markdownToAdf } from '../markdown-to-page.ts'

const code = (language?: string) => node('codeBlock', language ? { language } : undefined)

const markedCode = (language: string, marked: string) =>
  node('codeBlock', { language, localId: markedLinesId(marked, 1) })(t('a'))

describe('a code block', () => {
  for (const [info, language] of [
    ['js', 'js'],
    ['Bash', 'bash'],
    ['c++', 'c++'],
    ['C#', 'c#'],
    ['yml', 'yml'],
    ['mermaid', 'mermaid'],
    ['{.python}', 'python'],
    ['constructor', 'constructor'],
    ['{r}', 'r'],
    ['objective_c', 'objective_c'],
  ] as const) {
    test(`of ${info} has the language ${language}`, () => {
      same(`\`\`\`${info}\na\n\`\`\``, code(language)(t('a')))
      warned(`\`\`\`${info}\na\n\`\`\``)
    })
  }

  for (const [info, language] of [
    ['{.python .x}', 'python'],
    ['{#a .python}', 'python'],
    ['{r, echo=FALSE, fig.cap="b c"}', 'r'],
    ['python {test="skip" lint="skip"}', 'python'],
    ['js:line-numbers', 'js'],
    ['js:line-numbers=2', 'js'],
    ['rust,ignore,no_run', 'rust'],
    ['rust, editable', 'rust'],
    ['js linenums="1" wrap !showLineNumbers', 'js'],
    ['ts startLineNumber=5 showLineNumbers{5} preserveIndent=false', 'ts'],
    ['sh frame="none" collapse={1-5, 12-14} collapseStyle="x"', 'sh'],
    ['js "one word" \'or\' /a+ b/ ins="c" del=/d e/ mark="f"', 'js'],
    ['js ins="a=\\"b\\"" "c(\\"d e\\")" /<\\/?F g={h.i}>/ /<(?!j) k>/', 'js'],
    ['diff lang="js"', 'diff'],
    ['scss, linenos, linenostart=10, hide_lines=2 7', 'scss'],
  ] as const) {
    test(`of ${info} has the language ${language}, and loses no word of it`, () => {
      same(`\`\`\` ${info}\na\n\`\`\``, code(language)(t('a')))
      warned(`\`\`\` ${info}\na\n\`\`\``)
    })
  }

  for (const [info, language] of [
    ['c# x', 'c#'],
    ['shell script', 'shell'],
    ['js a="b"', 'js'],
    ['js del={"A":9}', 'js'],
  ] as const) {
    test(`of ${info} has the language ${language}, and warns of the rest`, () => {
      same(`\`\`\` ${info}\na\n\`\`\``, code(language)(t('a')))
      warned(`\`\`\` ${info}\na\n\`\`\``, 'code-info-dropped:1')
    })
  }

  test('warns of words for its marked lines', () => {
    const attrs = { language: 'js', localId: markedLinesId('2', 1) }
    same('```js {"A":2}\na\n```', node('codeBlock', attrs)(t('a')))
    warned('```js {"A":2}\na\n```', 'code-info-dropped:1')
  })

  for (const [info, language, marked] of [
    ['{1,3}', undefined, '1,3'],
    ['js{1, 3-4}', 'js', '1,3-4'],
    ['{1-3} js', 'js', '1-3'],
    ['hl_lines="2"', undefined, '2'],
    ['{ .py hl_lines="2 3" }', 'py', '2,3'],
    ['go {hl_lines=[1,"3-4"]}', 'go', '1,3-4'],
    ['rust,hl_lines=1 3-5', 'rust', '1,3-5'],
    ['ts highlight={1,3}', 'ts', '1,3'],
    ['js {1} ins={2, 4-5} del={3} "a"', 'js', '1,i2,i4-5,d3'],
    ['js add={2} rem={3} mark={4}', 'js', 'i2,d3,4'],
    ['js del= {2,11} ins = {3}', 'js', 'd2,d11,i3'],
    ['rust,linenos,hl_lines=1 3-5 9, hide_lines=2 7', 'rust', '1,3-5,9'],
    ['js:line-numbers=2 {1}', 'js', '1'],
  ] as const) {
    test(`of ${info} marks lines ${marked}`, () => {
      const attrs = { ...(language && { language }), localId: markedLinesId(marked, 1) }
      same(`\`\`\` ${info}\na\n\`\`\``, node('codeBlock', attrs)(t('a')))
      warned(`\`\`\` ${info}\na\n\`\`\``)
    })
  }

  test('of two titles warns of the one that it loses', () => {
    warned('```js:a title="b"\na\n```', 'code-info-dropped:1')
  })

  test('may have a title without quotes', () => {
    same('```js name=100%\na\n```', p(t('100%', 'strong')), code('js')(t('a')))
  })

  test('of a title alone names no language', () => {
    same('``` title=foo.js\na\n```', p(t('foo.js', 'strong')), code()(t('a')))
    warned('``` title=foo.js\na\n```')
  })

  test('is read in linear time, whatever its info string', () => {
    for (const part of listed(
      'a-¦a=¦a="¦a=\'¦{¦a:¦.¦title=¦title="¦mark="1 ¦{1,¦{"a":¦a=1 2 ¦ins=/¦/a ¦" ¦a=[',
      'a="b¦ "b¦ /b¦[',
    )) {
      assertSound(`\`\`\` ${part.repeat(100_000)}\na\n\`\`\``)
    }
  })

  test('may have its title in brackets', () => {
    same('``` [npm]\na\n```', p(t('npm', 'strong')), code()(t('a')))
    same('```js [a b.js] {1}\na\n```', p(t('a b.js', 'strong')), markedCode('js', '1'))
    warned('```js [a]\na\n```')
  })

  test('without a language names none', () => same('```\na\n```', code()(t('a'))))

  for (const info of ['js title="a b.js"', "js filename='a b.js'", '{.js title="a b.js"}']) {
    test(`of ${info} has its title above it`, () => {
      same(`\`\`\`${info}\na\n\`\`\``, p(t('a b.js', 'strong')), code('js')(t('a')))
      warned(`\`\`\`${info}\na\n\`\`\``)
    })
  }

  test('has the file after its language as the title', () => {
    same('```ts:src/a.ts\na\n```', p(t('src/a.ts', 'strong')), code('ts')(t('a')))
  })
})

function fence(value: unknown): string {
  return `\`\`\`adf\n${typeof value === 'string' ? value : JSON.stringify(value, null, 1)}\n\`\`\``
}

const panel = node('panel', { panelType: 'info' })(p('a'))

const blocks = [
  node('layoutSection')(
    node('layoutColumn', { width: 50 })(p('a')),
    node('layoutColumn', { width: 50 })(p(node('status', { text: 'b', color: 'red' })())),
  ),
  node('decisionList', { localId: 'x' })(
    node('decisionItem', { localId: 'y', state: 'DECIDED' })(t('a')),
  ),
  p(t('a', 'code', { type: 'annotation', attrs: { id: 'z', annotationType: 'inlineComment' } })),
  node('extension', { extensionType: 'a.b', extensionKey: 'c', parameters: { d: [{ e: 1 }] } })(),
  node('mediaGroup')(node('media', { type: 'file', id: 'f', collection: 'g' })()),
  node('bodiedExtension', { extensionType: 'a.b', extensionKey: 'c' })(p('a')),
]

describe('an adf block', () => {
  test('is inserted as it is', () => {
    for (const block of blocks) same(fence(block), block as never)
  })

  test('may be a document, a list or one block', () => {
    for (const value of [{ type: 'doc', version: 1, content: [panel] }, [panel], panel]) {
      same(`a\n\n${fence(value)}`, p('a'), panel)
    }
  })

  test('is fitted where it stands', () => {
    same(`- b\n\n  \`\`\`adf\n  ${JSON.stringify(panel)}\n  \`\`\``, ul(li(p('b'))), panel)
  })

  test('keeps the marks that it may have where it stands', () => {
    const wide = [{ type: 'breakout', attrs: { mode: 'wide' } }]
    const expand = node('expand', { title: 'b' })(p('c'))
    const aligned = { ...p('d'), marks: [{ type: 'alignment', attrs: { align: 'center' } }] }
    same(fence([{ ...expand, marks: wide }, aligned]), { ...expand, marks: wide }, aligned)
    const inList = `- e\n\n  \`\`\`adf\n  ${JSON.stringify(aligned)}\n  \`\`\``
    same(inList, ul(li(p('e'), p('d'))))
    warned(inList, 'alignment-dropped:3')
  })

  test('makes its heading bold in a list', () => {
    const heading = node('heading', { level: 2 })(t('b'), t('c', 'em'))
    const bold = p(anchorMacro('heading-bc') as Expected, t('b', 'strong'), t('c', 'em', 'strong'))
    same(`- a\n\n  \`\`\`adf\n  ${JSON.stringify(heading)}\n  \`\`\``, ul(li(p('a'), bold)))
  })

  test('keeps a file in a heading', () => {
    const border = { type: 'border', attrs: { size: 1, color: '#172b4d' } }
    const file = node('media', { type: 'file', id: 'f', collection: 'c' })()
    const block = node('mediaSingle', { layout: 'center' })({ ...file, marks: [border] })
    const heading = `<h2>a\n\n${fence(block)}\n\n</h2>`
    const inline = node('mediaInline', { type: 'image', id: 'f', collection: 'c' })()
    same(heading, node('heading', { level: 2 })(t('a'), { ...inline, marks: [border] }))
  })

  const nested = Array.from({ length: 60 }).reduce<object>(
    (inner) => ul(li(p(), inner as never)),
    ul(li(p())),
  )
  for (const [name, value, reason] of [
    ['no JSON', '{', 'it is no JSON'],
    ['no ADF', { type: 'blink' }, 'content[0] has the unknown type "blink"'],
    ['an empty panel', { ...panel, content: [] }, 'content[0]: panel must not be empty'],
    ['no node', 'null', 'content[0] must be a node with a type'],
    ['what nests too deep', nested, 'it nests deeper than 100 levels'],
  ] as const) {
    test(`is refused for ${name}`, () => {
      assert.throws(() => markdownToAdf(`a\n\n${fence(value)}`), {
        constructor: MarkdownLimitError,
        message: `content has an adf block at line 3 that is not valid: ${reason}. Correct it, or name another language.`,
      })
    })
  }

  test('cannot reach beyond itself by its names', () => {
    const json = '{"type":"paragraph","__proto__":{"a":1},"constructor":1}'
    assert.throws(() => markdownToAdf(fence(json)), /unknown member "__proto__"/)
  })

  test('keeps the words of its text', () => {
    assert.deepEqual(markdownToAdf(fence(blocks[1])).adf.content, [blocks[1]])
  })
})
