/** Code reaches its page byte for byte, whatever dialect's syntax it is full of. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type DialectName, dialectNames } from '../src/folder/dialects/dialects.ts'
import { readerOf } from './support/conversion/dialect-context.ts'
import { touchedCode } from './support/conversion/documents-of-code.ts'

const documents = 20

describe('code is shown as it is written', () => {
  for (const dialect of dialectNames) {
    test(`in ${documents} documents of ${dialect}`, () => {
      for (let seed = 0; seed < documents; seed += 1) {
        const touched = touchedCode(dialect, seed)
        assert.deepEqual(touched?.missing ?? [], [], `seed ${seed}:\n${touched?.markdown}`)
      }
    })
  }
})

describe('code is found where', () => {
  const code = '=== "C++"\n{% hint %}\n==a=='
  for (const [fact, dialect, document] of [
    ['a fence in it does not end it', 'mkdocs', `\`\`\`\`\n${code}\n\`\`\`\n\`\`\`\``],
    ['a deeper fence does not end it', 'mkdocs', `\`\`\` title="x"\n${code}\n    \`\`\`\n\`\`\``],
    ['nothing closes it', 'gitbook', `~~~\n${code}`],
    ['it stands in <pre>', 'mkdocs', `<pre>\n${code}\n</pre>`],
    ['it goes on in the next line', 'mkdocs', `a \`==a\nb==\` c`],
    ['a tag holds a backquote', 'obsidian', '<a title="`"> `==a==` b'],
    ['a term is explained', 'mkdocs', `a\n:   b\n\n        ${code.replaceAll('\n', '\n        ')}`],
    ['its fence begins what explains a term', 'mkdocs', `a\n: ~~~\n  {% hint %}\n  ==a==\n  ~~~`],
    ['a tag without an end stands above', 'gitbook', `{% @seo %}\n    ${code.split('\n')[1]}`],
    ['it stands in <pre> of MDX', 'mdx', '<pre>\n:::tip\n</pre>'],
    ['a backquote is escaped', 'obsidian', '\\` `==a==` b'],
  ] satisfies readonly (readonly [string, DialectName, string])[]) {
    test(fact, () => assert.equal(readerOf([dialect])(document), document))
  }

  test('a tag says that it is highlighted, in quotes as well', () => {
    const [hugo, jekyll] = [readerOf(['hugo']), readerOf(['jekyll'])]
    const shown = `\`\`\`js\n${code}\n\`\`\``
    assert.equal(hugo(`{{< highlight js >}}\n${code}\n{{< /highlight >}}`), shown)
    assert.equal(jekyll(`{% highlight js %}\n${code}\n{% endhighlight %}`), shown)
    assert.equal(
      jekyll('> {% highlight js %}\n> {: a}\n> {% endhighlight %}'),
      '> ```js\n> {: a}\n> ```',
    )
  })
})

describe('a fence right below a tag', () => {
  const code = '```md\n[A](b){: .btn }\n```'
  const inHtml = `<div>\n${code}\n</div>`

  test('is code where its generator reads Markdown there', () => {
    for (const dialect of ['jekyll', 'mkdocs', 'quarto', 'mdx'] satisfies DialectName[])
      assert.ok(readerOf([dialect])(inHtml).startsWith(`<div>\n\n${code}\n`), dialect)
  })

  test('is code in quotes and lists, whose marks stay', () => {
    const read = readerOf(['jekyll'])
    assert.equal(
      read('> - <p>\n>   a</p>\n>   ~~~\n>   ~~~'),
      '> - <p>\n>   a</p>\n>\n>   ~~~\n>   ~~~',
    )
    assert.equal(read('<div>\n- ~~~\n  a\n  ~~~'), '<div>\n\n- ~~~\n  a\n  ~~~')
  })

  test('is code however deep it is, where the element says that it holds Markdown', () => {
    const deep = code.replace(/^/gm, '    ')
    const document = `<div markdown>\n${deep}\n${deep}\n</div>`
    assert.equal(readerOf(['mkdocs'])(document), `<div>\n\n${code}\n${code}\n\n</div>`)
  })

  test('is a part of the HTML elsewhere, as CommonMark has it', () => {
    const plain = '<div>\n~~~\n<b>a</b>\n~~~\n</div>'
    assert.equal(readerOf(['hugo'])(plain), plain)
  })
})

describe('indentation makes no code in MDX', () => {
  for (const [fact, document, becomes] of [
    ['of words', 'a\n\n    words', 'a\n\nwords'],
    ['of lists, whose items stay in each other', '    - a\n      - b', '- a\n  - b'],
    ['of items that stand deep in a list as well', '- a\n  - b\n    - c', '- a\n  - b\n    - c'],
    ['of fences', '1. a\n\n\t\t~~~\n\t\tb\n\t\t~~~', '1. a\n\n   ~~~\n   b\n   ~~~'],
    ['in quotes', '>     - a\n>       b', '> - a\n>   b'],
    ['of footnotes', '    [^1]: a\n        b', '[^1]: a\n    b'],
  ] as const) {
    test(fact, () => assert.equal(readerOf(['mdx'])(document), becomes))
  }
})
