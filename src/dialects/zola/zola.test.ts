/** Zola's shortcodes and addresses, at their edges. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keepsWords, readerOf } from '../../../test/support/conversion/read-as.ts'

const read = readerOf(['zola'])

describe('shortcodes', () => {
  for (const [fact, document, expected] of [
    [
      'nest, whatever ends first',
      '{% note() %}\n{% details(summary="a") %}\nb\n{% end %}\nc\n{% end %}',
      '> [!NOTE]\n>\n> <details><summary>a</summary>\n>\n> b\n>\n> </details>\n>\n> c',
    ],
    ['stand in a list', '- {% tip() %}\n  a\n  {% end %}', '- > [!TIP]\n  > a'],
    ['take any string', "{{ figure(src='a b.png', alt=`c`) }}", '![c](<a b.png>)'],
    ['are words without parentheses', '{{ figure }} {% note %}', '{{ figure }} {% note %}'],
    ['leave their body when nobody knows them', 'a {% b(c=1) %}d{% end %} e', 'a d e'],
    [
      'show the image that they lead to, from the root of the site',
      '{{ resize_image(path="a/b.png", width=9) }} {{ c(path="d.txt") }}e',
      '![](/a/b.png) e',
    ],
    ['leave nothing when they have no body either', 'a{{ b(c=[1, 2]) }}', 'a'],
    ['end nowhere by themselves', 'a {% end %}\nc', 'a {% end %}\nc'],
    ['keep code as it is', '{% mermaid() %}\n{{ a() }}\n{% end %}', '```mermaid\n{{ a() }}\n```'],
    ['are shown in code by their comments', '```\n{%/* a() */%}\n```', '```\n{% a() %}\n```'],
    ['are left in code', '`{{ youtube(id="a") }}`', '`{{ youtube(id="a") }}`'],
  ] as const) {
    test(fact, () => assert.equal(read(document), expected))
  }

  test('are noticed once when nobody knows them', () => {
    const noticed: string[] = []
    read('{{ a() }}\n\n{{ a() }}', {}, noticed)
    assert.deepEqual(noticed, ['syntax-left-out {{ a() }} (2 times):1'])
  })

  keepsWords(read, [
    ...[
      '{% tabs() %}',
      '{% tab(name="a") %}',
      '{% note() %}',
      '{% end %}',
      '{% end %}',
      '{% b() %}',
    ],
    ...[
      '{{ figure(src="c") }}',
      '{{ d() }}',
      '{{',
      '}}',
      '{%',
      '%}',
      '(',
      '"',
      '`',
      '```',
      '| a |',
    ],
    ...['{% mermaid() %}', '{% details(summary="e") %}', '{{/* f() */}}', '](@/', '{% spoken() %}'],
  ])
})

describe('templates of the site', () => {
  const templates = (template: string, ending = 'html') => ({
    [`templates/shortcodes/own.${ending}`]: template,
  })

  for (const [fact, template, document, expected] of [
    ['show arguments', '<b>{{ a | safe }}</b>', 'x {{ own(a="b", c=1) }} y', 'x <b>b</b> y'],
    [
      'show a body as Markdown',
      '<p>\n  {{ body }}\n</p>',
      '{% own() %}\n*a*\n{% end %}',
      '<p>\n\n*a*\n\n</p>',
    ],
    [
      'have conditions',
      '{% if a %}1{% elif b == "c" %}2{% else %}3{% endif %}',
      '{{ own(b="c") }}',
      '2',
    ],
    [
      'and what is not so',
      '{% if not a %}1{% endif %}{% if b != "c" %}2{% endif %}',
      '{{ own(b="c") }}',
      '1',
    ],
    ['have values of their own', '{{ a | default(value="b") }}{# c #}', '{{ own() }}', 'b'],
    [
      'show frames as links',
      '<iframe src="https://a.example/{{ b }}"></iframe>',
      '{{ own(b="c") }}',
      '[https://a.example/c](https://a.example/c)',
    ],
    [
      'are not run when they repeat',
      '{% for a in b %}{{ a }}{% endfor %}',
      '{{ own(title="c") }}',
      'c',
    ],
    ['are not run when they ask the site', '{{ get_url(path=a) }}', '{{ own(title="c") }}', 'c'],
    ['are not run when they compute', '{{ a * 2 }}', '{{ own(title="c") }}', 'c'],
    ['are not run when they are broken', '{% if a %}', '{{ own(title="c") }}', 'c'],
  ] as const) {
    test(fact, () => assert.equal(read(document, templates(template)), expected))
  }

  test('may be Markdown with code', () => {
    const files = templates('## {{ a }}\n\n    {{ a }}\n', 'md')
    assert.equal(read('{{ own(a="b") }}', files), '## b\n\n    {{ a }}')
  })
})

test('addresses begin at the content, in definitions and HTML as well', () => {
  assert.equal(
    read('[a](<@/b c.md>) `@/d` @/e\n\n[f]: @/g.md\n\n<a href="@/h.md">i</a>'),
    '[a](</b c.md>) `@/d` @/e\n\n[f]: /g.md\n\n<a href="/h.md">i</a>',
  )
})
