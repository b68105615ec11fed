/** Templates of whole sites, on a disk, by the real engine. @module */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { planFolder } from '../plan/plan-folder.ts'

const top = realpathSync(mkdtempSync(join(tmpdir(), 'markport-templates-')))
after(() => rmSync(top, { recursive: true }))

type Files = Readonly<Record<string, string>>

let sites = 0

async function read(files: Files, page: string, from = '.'): Promise<[string, ...string[]]> {
  sites += 1
  const base = join(top, String(sites))
  for (const [path, text] of Object.entries({ '.git/HEAD': '', ...files })) {
    mkdirSync(dirname(join(base, path)), { recursive: true })
    writeFileSync(join(base, path), text)
  }
  const { documents } = await planFolder({ paths: [join(base, from)], workingFolder: base })
  const { markdown, notices } = documents.read(page, files[join(from, page)] as string)
  return [markdown, ...notices.map(({ code, message, line }) => `${code}:${line} ${message}`)]
}

const jekyll: Files = {
  '_config.yml': 'title: Site\nshown: false\n',
  '_data/team.yml': '- name: Ada\n  roles: [a, b]\n- name: Bob\n',
  '_data/deep/table.csv': 'name,words\nA,"1, ""2"""\nB,\n',
  '_includes/card.html':
    '<p>\n\n    <b>{{ include.title }}</b>: {{ include.text | default: "none" }}</p>\n',
  '_includes/part.md': '---\na: b\n---\n`{{ include.x }}` {{ include.x }}\n',
}

describe('Jekyll', () => {
  const shown = async (text: string, files: Files = {}) =>
    read({ ...jekyll, ...files, 'a.md': text }, 'a.md')

  test('fills in values, conditions and loops over data', async () => {
    const loop =
      '{% for one in site.data.team %}\n- {{ one.name }}{% if one.roles %}: {{ one.roles | join: ", " }}{% endif %}\n{%- endfor %}'
    assert.deepEqual(await shown(loop), ['\n- Ada: a, b\n- Bob'])
    const table =
      '| a | b |\n|---|---|\n{% for row in site.data.deep.table -%}\n| {{ row.name }} | {{ row.words }} |\n{% endfor %}'
    assert.deepEqual(await shown(table), ['| a | b |\n|---|---|\n| A | 1, "2" |\n| B |  |\n'])
    assert.deepEqual(
      await shown(
        '---\nnew: true\n---\n{% if page.new %}new{% else %}old{% endif %} {% unless site.shown %}b{% endunless %}',
      ),
      ['---\nnew: true\n---\nnew b'],
    )
    assert.deepEqual(await shown('{% assign a = "x,y" | split: "," %}{{ a | last | upcase }}'), [
      'Y',
    ])
  })

  test('includes parts with parameters, whose code is no template', async () => {
    assert.deepEqual(await shown('---\nt: T\n---\n{% include card.html title=page.t %}'), [
      '---\nt: T\n---\n<p>\n<b>T</b>: none</p>',
    ])
    assert.deepEqual(await shown('{% include part.md x="y" %} `{{ site.title }}`'), [
      '`{{ include.x }}` y `{{ site.title }}`',
    ])
    const fence = '{% for one in site.data.team %}\n```\n{{ one.name }}\n```\n{% endfor %}'
    const block = '\n```\n{{ one.name }}\n```\n'
    assert.deepEqual(await shown(fence), [block + block])
    assert.deepEqual(
      await shown('{% raw %}{{ site.title }}{% endraw %} {{ site.title | upcase }}'),
      ['&#123;{ site.title }} SITE'],
    )
  })

  test('leaves tags to those who know them, with their values', async () => {
    const note =
      '{% for one in site.data.team %}{% include note.html content=one.name %}{% endfor %}'
    const [markdown] = await shown(note)
    assert.equal(markdown.trim(), '> [!NOTE]\n> Ada\n\n> [!NOTE]\n> Bob')
    assert.deepEqual(await shown('{% if true %}{% link b.md %}{% endif %}', { 'b.md': '' }), [
      'b.md',
    ])
    assert.deepEqual(await shown('{% include of-theme.html title=site.title %}'), ['Site'])
  })

  test('leaves out values that it cannot know, and says which', async () => {
    for (const [written, named] of [
      ['{% for one in site.posts %}{{ one.title }}{% endfor %}', '{% for %}'],
      ['{{ site.data.gone.name }}', '{{ site.data.gone.name }}'],
      ['{{ page.unknown }}', '{{ page.unknown }}'],
      ['{{ "now" | date: "%Y" }}', '{{ … }}'],
      ['{{ site.data.team | sample }}', '{{ site.data.team }}'],
    ] as const) {
      assert.deepEqual(await shown(`a\n\n${written} {{ site.title | upcase }}`), [
        'a\n\n SITE',
        `syntax-left-out:3 ${named} is not supported and was left out.`,
      ])
    }
    assert.deepEqual(await shown('{% assign a = unknown.b %}\n{{ a }}\n{{- a -}}\nb'), [
      '\nb',
      'syntax-left-out:2 {{ a }} (2 times) is not supported and was left out.',
    ])
  })

  test('leaves an empty value to an attribute without quotes', async () => {
    const [markdown] = await shown(
      '<a href={{ page.unknown }} title={{ page.gone }}>a</a> b={{ page.c }}',
    )
    assert.equal(markdown, '<a href="" title="">a</a> b=')
  })

  test('leaves the value of a filter that nobody knows', async () => {
    assert.deepEqual(await shown('{{ site.title | strange: 1 | upcase }}'), ['SITE'])
  })

  test('leaves what a block holds whose condition it cannot know', async () => {
    const opened = (name: string, line = 1) =>
      `template-opened:${line} ${name} cannot be evaluated: what it holds is on the page without it.`
    assert.deepEqual(
      await shown(
        '{% if unknown %}a {{ site.title }}{% elsif b %}\n{% if true %}c{% endif %}{% else %}d{% endif %}',
      ),
      ['a Site\ncd', opened('{% if %} (nothing is known of unknown)')],
    )
    assert.deepEqual(
      await shown(
        'a\n{% for one in site.posts %}\n- A post {{ one.date }}\n{% unless one.x %}b{% endunless %}\n{% endfor %}',
      ),
      [
        'a\n\n- A post \nb\n',
        opened('{% for %} (nothing is known of site.posts)', 2),
        opened('{% unless %} (nothing is known of one)', 4),
        'syntax-left-out:3 {{ one.date }} is not supported and was left out.',
      ],
    )
  })

  test('shows what takes too much', async () => {
    const text = '{% for a in (1..3000000) %}ab{% endfor %}'
    const [markdown, said] = await shown(text)
    assert.equal(markdown, text)
    assert.match(said ?? '', /^template-shown:1 \{% for %\} \(it .*shown as written/)
  })

  test('says of lines within templates where they stand', async () => {
    const [, said] = await shown('a\n{% if site.title %}\nb\n\n--8<-- d\n{% endif %}')
    assert.match(said ?? '', /^syntax-shown:5 /)
  })

  test('finds data and parts beside a folder of the site', async () => {
    const files = { ...jekyll, '_guide/a.md': '{% include part.md x=site.data.team[0].name %}' }
    assert.deepEqual(await read(files, 'a.md', '_guide'), ['`{{ include.x }}` Ada'])
  })

  test('reads nothing that is hidden, ignored or outside', async () => {
    const secret = 'secret: leaked\n'
    const files = {
      '.env': 'leaked',
      '.git/config': 'leaked',
      '.gitignore': 'private.*\n',
      '_data/private.yml': secret,
      '_data/.hidden.yml': secret,
      '_includes/private.html': 'leaked',
      '_includes/.hidden.html': 'leaked',
      '../outside.html': 'leaked',
      '../outside.yml': secret,
    }
    const text = [
      '{{ site.data.private.secret }} {{ site.data[".hidden"].secret }} {{ site.data["../outside"].secret }}',
      ...['private.html', '.hidden.html', '../.env', '/../.git/config', '../../outside.html'].map(
        (name) => `{% include ${name} %}{% include_relative ${name} %}`,
      ),
    ].join('\n')
    const [markdown, ...said] = await shown(text, files)
    assert.doesNotMatch(markdown, /leaked/)
    assert.ok(said.length > 5)
    const [control] = await shown('{{ site.data.open.secret }}', { '_data/open.yml': secret })
    assert.equal(control, 'leaked')
  })
})

describe('MkDocs', () => {
  const files = {
    'mkdocs.yml':
      'site_name: S\nplugins: [macros]\nextra:\n  version: 2\n  prices: { apple: 3 }\n  shown: true\n',
    'docs/a.md':
      '---\nowner: me\n---\n{{ config.site_name }} {{ version }} {{ owner }} {{ page.meta.owner }} {{ prices.apple }}\n\n# A {#b}\n\n`{{ version }}` `{% raw %}{{ version }}{% endraw %}`\n',
  }

  test('fills in values of the configuration and of the page', async () => {
    assert.deepEqual(await read(files, 'a.md', 'docs'), [
      '---\nowner: me\n---\nS 2 me me 3\n\n# A {#b}\n\n`{{ version }}` `{{ version }}`\n',
    ])
  })

  test('shows all else as it is written, and names it in one warning', async () => {
    const page =
      '{% for a in prices %}\n- {{ a }}\n{% endfor %}\n{{ version | upper }} {{ macro("x, y") }} {{ prices }}\n\n{% if shown %}b{% else %}c{% endif %} {{ version }} {% set e = 1 %}\n'
    const long = `{{ macro("${'x'.repeat(100)}") }}`
    assert.deepEqual(await read({ ...files, 'docs/a.md': `${page}${long}` }, 'a.md', 'docs'), [
      `${page.replace('{{ version }}', '2')}${long}`,
      'template-shown:1 {% for a in prices %}, {{ a }}, {{ version | upper }}, {{ macro("x, y") }}, {{ prices }} and 3 more cannot be evaluated: shown as written.',
    ])
    const [, said] = await read({ ...files, 'docs/a.md': long }, 'a.md', 'docs')
    assert.equal(said?.includes(`${long.slice(0, 50)}… cannot be`), true)
  })

  test('reads what the configuration inherits, and the extension of Zensical', async () => {
    const { 'mkdocs.yml': whole = '', ...others } = files
    for (const own of [
      'INHERIT: base/common.yml\n',
      'markdown_extensions:\n  zensical.extensions.macros: null\nsite_name: S\nextra:\n  version: 2\n  prices: { apple: 3 }\n',
    ]) {
      const said = { ...others, 'mkdocs.yml': own, 'base/common.yml': whole }
      const [markdown] = await read(said, 'a.md', 'docs')
      assert.match(markdown, /---\nS 2 me me 3/)
    }
    const endless = { ...files, 'mkdocs.yml': `INHERIT: mkdocs.yml\n${whole}` }
    assert.match((await read(endless, 'a.md', 'docs'))[0], /---\nS 2 me me 3/)
  })

  test('leaves all as it is without the plugin, or where a page is none of its', async () => {
    const withMacros = (settings: string) =>
      `plugins:\n  - macros:\n      ${settings}\nextra:\n  version: 2\n`
    for (const [config, above] of [
      ['extra:\n  version: 2\n', ''],
      [withMacros('render_by_default: false'), ''],
      [withMacros('j2_variable_start_string: "[["'), ''],
      [withMacros('include_dir: a'), '---\nrender_macros: false\n---\n'],
      [withMacros('include_dir: a'), '---\nignore_macros: true\n---\n'],
    ] as const) {
      const page = `${above}{{ version }} \`{% raw %}\`\n`
      const [markdown] = await read({ 'mkdocs.yml': config, 'docs/a.md': page }, 'a.md', 'docs')
      assert.equal(markdown, page)
    }
  })
})

test('Hugo: values that folders, configuration and languages give, and shortcodes of the site', async () => {
  const files = {
    'hugo.toml': 'baseURL = "/"\n[params]\nsite = "S"\n[languages.en.params]\nlanguage = "E"\n',
    'config/_default/params.toml': 'file = "F"\n',
    'content/en/_index.md': '---\ncascade:\n  far: A\n  near: no\n---\n',
    'content/en/docs/_index.md':
      '+++\n[[cascade]]\nonly = "no"\n[cascade._target]\npath = "/x"\n[[cascade]]\nnear = "B"\n[cascade.params]\ndeep = "C"\n+++\n',
    'content/en/docs/a.md':
      '---\nown: O\n---\n{{< param own >}}{{< param near >}}{{< param far >}}{{< param "deep" >}}{{< param site >}}{{< param language >}}{{< param file >}} `{{< param near >}}`\n\n{{< param only >}}{{< framed title="T" >}}words{{< /framed >}} {{< program >}}',
    'layouts/shortcodes/framed.html':
      '<b>{{ with .Get "title" }}{{ . }}: {{ end }}</b>{{ .Inner }}',
    'layouts/shortcodes/program.html': '{{ range .Site.Pages }}{{ .Title }}{{ end }}',
  }
  const [markdown, ...said] = await read(files, 'docs/a.md', 'content/en')
  assert.equal(markdown, '---\nown: O\n---\nOBACSEF `B`\n\n<b>T: </b>words ')
  assert.deepEqual(
    said.map((one) => one.replace(/ is not supported.*/, '')),
    ['syntax-left-out:6 {{< param only >}}', 'syntax-left-out:6 {{< program >}}'],
  )
})

test('Docusaurus and Next: components that the site gives to all pages', async () => {
  const components = {
    'src/parts/_limits.mdx': 'At most **ten**.\n',
    'src/parts/Badge.tsx':
      'import React from \'react\'\n\n/** A badge. */\nexport const Badge = ({ label, href }) => (\n  <a className="b" href={href}>{label}</a>\n)\n',
    'src/parts/Counter.tsx':
      'export default function Counter() {\n  const [a] = useState(0)\n  return <b>{a}</b>\n}\n',
  }
  const listed = (up: string): string =>
    `import Limits from '${up}parts/_limits.mdx'\nimport Badge from '@/src/parts/Badge'\nimport Count from '${up}parts/Counter'\n\nexport default { Limits, Label: Badge, Count }\n`
  const page = '<Limits />\n\nSee <Label label="A b" href="/c" />, <Count /> d.'
  const expected = 'At most **ten**.\n\nSee <a href="/c">A b</a>,  d.'
  const docusaurus = {
    ...components,
    'docusaurus.config.js': 'export default {}',
    'src/theme/MDXComponents.js': listed('../'),
    'docs/a.mdx': page,
  }
  const [markdown, ...said] = await read(docusaurus, 'a.mdx', 'docs')
  assert.equal(markdown, expected)
  assert.deepEqual(said, ['syntax-left-out:3 <Count> is not supported and was left out.'])
  const next = {
    ...components,
    'next.config.mjs': 'export default {}',
    'mdx-components.tsx': listed('./src/'),
    'content/a.mdx': page,
  }
  const [ofNext] = await read(next, 'a.mdx', 'content')
  assert.equal(ofNext, expected)
})

test('a program that has evaluated templates ends by itself', () => {
  const url = new URL('./template-thread.ts', import.meta.url).href
  const program = `import { evaluateTemplates } from '${url}'
    const results = evaluateTemplates({ templates: ['{{ 1 | plus: 1 }}'], values: {},
      siteValues: {}, budgetMs: 1000, partial: () => undefined })
    process.stdout.write(results[0].text)`
  const args = ['--input-type=module', '--eval', program]
  assert.equal(execFileSync(process.execPath, args, { encoding: 'utf8' }), '2')
})
