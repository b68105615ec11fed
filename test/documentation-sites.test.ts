/** Likenesses of what generators of sites have: which files are pages, their titles, parents and order. @module */
import assert from 'node:assert/strict'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkFolder } from '../src/folder/check-folder.ts'
import { type FolderPlan, planFolder } from '../src/folder/plan/plan-folder.ts'
import { type DocsFiles, docsFolder } from './support/folders/docs-folder.ts'

async function plan(files: DocsFiles, ...parts: readonly string[]): Promise<FolderPlan> {
  const folder = docsFolder(files)
  const paths = (parts.length === 0 ? [''] : parts).map((part) => join(folder.path, part))
  return planFolder({ paths, workingFolder: folder.path })
}

function draw({ tree }: FolderPlan): string[] {
  return tree.nodes.map(({ title, navigationTitle = title, path, position, parent }) => {
    let depth = 0
    for (let above = parent; above !== undefined; above = above.parent) depth += 1
    return `${'  '.repeat(depth)}${position ?? '-'} ${navigationTitle} <${path}>`
  })
}

function said({ notices }: FolderPlan): string[] {
  return notices.map(({ path, notice }) => `${path} ${notice.code}`).sort()
}

test('Docsify: the sidebar, with addresses as the site has them', async () => {
  const docsify = await plan({
    'index.html': '<script>window.$docsify = {}</script>',
    '_sidebar.md':
      '- Guide\n  - [Sails](/guide/sails)\n  - [Knots](guide/knots)\n- [Log](log.md)\n',
    'README.md': '# Boats\n\nBoats.',
    'guide/knots.md': '# Tying\n\nKnots.',
    'guide/sails.md': '# Hoisting\n\nSails.',
    'log.md': '# Log book\n\nOut.',
  })
  assert.deepEqual(draw(docsify), [
    '0 Boats <README.md>',
    '1 Guide <guide/>',
    '  0 Sails <guide/sails.md>',
    '  1 Knots <guide/knots.md>',
    '2 Log <log.md>',
  ])
})

test('MkDocs: the navigation of mkdocs.yml, .pages in a folder, the rest behind', async () => {
  const files = {
    'mkdocs.yml': `site_name: Boats
markdown_extensions:
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
nav:
  - Overview: index.md
  - rigging.md
  - Harbour:
    - harbour/index.md
    - Berths: harbour/berths.md
    - Night:
      - Overview: harbour/night.md
      - harbour/lights.md
  - Log:
    - log/first.md
    - log/second.md
`,
    'docs/index.md': '# Overview\n\nBoats.',
    'docs/rigging.md': '# Ropes and sails\n\nKnots.',
    'docs/harbour/index.md': '# Overview\n\nHarbours.',
    'docs/harbour/berths.md': '# Where to lie\n\nBerths.',
    'docs/harbour/night.md': '# At night\n\nDark.',
    'docs/harbour/lights.md': '# Lights\n\nRed, green.',
    'docs/harbour/tides.md': '# Tides\n\nUp, down.',
    'docs/log/first.md': '# First day\n\nOut.',
    'docs/log/second.md': '# Second day\n\nBack.',
    'docs/crew/index.md': '# Overview\n\nWho.',
    'docs/crew/.pages': 'title: The crew\nnav:\n  - cook.md\n  - ...\n',
    'docs/crew/captain.md': '# Captain\n\nSteers.',
    'docs/crew/cook.md': '# Cook\n\nCooks.',
  }
  const tree = [
    '0 Overview <index.md>',
    '1 Ropes and sails <rigging.md>',
    '2 Harbour <harbour/index.md>',
    '  0 Berths <harbour/berths.md>',
    '  1 Night <harbour/night.md>',
    '    0 Lights <harbour/lights.md>',
    '  - Tides <harbour/tides.md>',
    '3 Log <log/>',
    '  0 First day <log/first.md>',
    '  1 Second day <log/second.md>',
    '- The crew <crew/index.md>',
    '  0 Cook <crew/cook.md>',
    '  1 Captain <crew/captain.md>',
  ]
  const whole = await plan(files, 'docs')
  assert.deepEqual(draw(whole), tree)
  assert.deepEqual(said(whole), [])
  const part = await plan(files, 'docs/harbour')
  assert.deepEqual(draw(part), [
    '0 Overview <index.md>',
    '1 Berths <berths.md>',
    '2 Night <night.md>',
    '  0 Lights <lights.md>',
    '- Tides <tides.md>',
  ])
  assert.deepEqual(draw(await plan({ ...files, 'mkdocs.yml': 'nav: [' }, 'docs')).length, 13)
})

test('Zensical: the navigation of zensical.toml, snippets from its folders', async () => {
  const zensical = await plan(
    {
      'zensical.toml':
        '[project]\nsite_name = "Owls"\nsite_url = "https://owls.example/wood/"\nnav = [\n  { "Home" = "index.md" },\n  { "Kinds" = ["kinds/barn.md", { "Small" = "kinds/little.md" }] },\n]\n[project.markdown_extensions.pymdownx.snippets]\nbase_path = ["parts"]\n',
      'parts/call.md': 'Hoo.',
      'docs/index.md': '# Owls\n\n!!! tip "Listen"\n    --8<-- "call.md"\n',
      'docs/kinds/barn.md': '# Barn owl\n\nb',
      'docs/kinds/little.md': '# Little owl\n\nl',
    },
    'docs',
  )
  assert.deepEqual(draw(zensical), [
    '0 Home <index.md>',
    '1 Kinds <kinds/>',
    '  0 Barn owl <kinds/barn.md>',
    '  1 Small <kinds/little.md>',
  ])
  assert.deepEqual(
    [zensical.sites.around.addresses, said(zensical)],
    [['https://owls.example/wood/', '/wood/'], []],
  )
  const { markdown } = zensical.documents.read('index.md', '--8<-- "call.md"')
  assert.equal(markdown, 'Hoo.')
})

test('Zensical: macros as an extension, also without settings', async () => {
  for (const entry of ['- zensical.extensions.macros', '- zensical.extensions.macros:']) {
    const files = {
      'mkdocs.yml': `site_name: Owls\nextra:\n  a: Hoo\nmarkdown_extensions:\n  ${entry}\n`,
      'docs/index.md': '# Owls\n\n{{ a }}\n',
    }
    const { documents } = await plan(files, 'docs')
    assert.equal(documents.read('index.md', '{{ a }}').markdown, 'Hoo', entry)
  }
})

test('Hugo: sections by _index.md, weights, names in menus, TOML and YAML, drafts', async () => {
  const hugo = await plan({
    '_index.md': '---\ntitle: Gardens\n---\n',
    'beds/_index.md': '+++\ntitle = "All about beds"\nlinkTitle = "Beds"\nweight = 20\n+++\n',
    'beds/roses.md': '---\ntitle: Roses\nweight: 2\n---\nThorns.',
    'beds/beans.md': '---\ntitle: Beans\nweight: 1\n---\nLong.',
    'beds/apples.md': '---\ntitle: Apples\nweight: 0\n---\nRound.',
    'tools/_index.md': '---\ntitle: Tools\nweight: 10\n---\n\nSpades.',
    'tools/rake/index.md': '---\ntitle: Rake\n---\nTeeth.',
    'tools/later.md': '---\ntitle: Later\ndraft: true\n---\nNot yet.',
    'notes/2024/frost.md': '---\ntitle: "Frost: again"\n---\nCold.',
    'parts/_index.md': '---\ncascade:\n  build:\n    render: never\n---\n',
    'parts/deep/soil.md': 'Earth.',
  })
  assert.deepEqual(draw(hugo), [
    '0 Gardens <_index.md>',
    '1 Tools <tools/_index.md>',
    '  - Rake <tools/rake/index.md>',
    '2 Beds <beds/_index.md>',
    '  0 Beans <beds/beans.md>',
    '  1 Roses <beds/roses.md>',
    '  - Apples <beds/apples.md>',
    '- Notes <notes/>',
    '  - 2024 <notes/2024/>',
    '    - Frost: again <notes/2024/frost.md>',
  ])
  assert.deepEqual(said(hugo), [
    'parts/_index.md draft-left-out',
    'parts/deep/soil.md draft-left-out',
    'tools/later.md draft-left-out',
  ])
})

test('Hugo: content mounted from other folders and files, and of other modules', async () => {
  const files = {
    'website/hugo.toml':
      "baseURL = 'https://boats.example'\n[module]\n[[module.mounts]]\nsource = 'content/en'\ntarget = 'content'\n[[module.mounts]]\nsource = '../docs'\ntarget = 'content/handbook'\n[[module.mounts]]\nsource = '../CHANGES.md'\ntarget = 'content/news/changes.md'\n[[module.imports]]\npath = 'example.org/knots'\n[[module.imports.mounts]]\nsource = 'docs'\ntarget = 'content/knots'\n[[module.imports]]\npath = 'example.org/theme'\n",
    'website/content/en/_index.md': '# Boats\n\n[Sails](handbook/sails) [News](/news/changes/)\n',
    'website/content/en/log.md': '# Log\n\n[Sails](/handbook/sails) [x](/handbook/gone)\n',
    'docs/sails.md': '# Sails\n\n[Log](../../log) [Knots](./knots.md)\n',
    'docs/knots.md': '# Knots\n\nTwo.\n',
    'CHANGES.md': '# Changes\n\n[Log](../../log)\n',
  }
  const { path } = docsFolder(files)
  const warnings: string[] = []
  await checkFolder({
    paths: [path],
    workingFolder: path,
    onEvent: (event) => event.type === 'warning' && warnings.push(`${event.file} ${event.message}`),
  })
  assert.deepEqual(warnings, [
    'website/hugo.toml The site takes content from modules that are not in this tree, which was left out: example.org/knots',
    'website/content/en/log.md There is no file /handbook/gone: the link leads to the site itself.',
  ])
  const docs = await plan(files, 'docs')
  assert.deepEqual(docs.sites.around.dialects, ['hugo'])
})

test('mdBook: SUMMARY.md gives order, names and parents; one chapter alone keeps its place', async () => {
  const files = {
    'book.toml': '[book]\ntitle = "Knots"\n',
    'src/SUMMARY.md': `# Summary

[Foreword](foreword.md)

# Simple

- [Hitches](hitches.md)
  - [Clove](hitches/clove.md)
  - [Still to come]()
- [Bends](bends/README.md)
  - [Sheet \`bend\`](bends/sheet.md)

---

[Words](appendix/words.md)
`,
    'src/foreword.md': '# Before we start\n\nRope.',
    'src/hitches.md': '# Hitches\n\nTo posts.',
    'src/hitches/clove.md': '# The clove hitch\n\nTwice.',
    'src/hitches/unlisted.md': '# Unlisted\n\nSomewhere.',
    'src/bends/README.md': '# Bends\n\nTo ropes.',
    'src/bends/sheet.md': '# The sheet bend\n\nOnce.',
    'src/appendix/words.md': '# Words\n\nMany.',
  }
  const tree = [
    '0 Foreword <foreword.md>',
    '1 Simple <nav:Simple/>',
    '  0 Hitches <hitches.md>',
    '    0 Clove <hitches/clove.md>',
    '    - Unlisted <hitches/unlisted.md>',
    '  1 Bends <bends/README.md>',
    '    0 Sheet bend <bends/sheet.md>',
    '2 Words <appendix/words.md>',
  ]
  const whole = await plan(files, 'src')
  assert.deepEqual([draw(whole), said(whole)], [tree, []])
  const imported = { ...files, 'src/markport.json': '{}' }
  assert.deepEqual(draw(await plan(imported, 'src/hitches/clove.md')), tree.slice(1, 4))
})

test('Sphinx: toctrees with captions, globs and titles; other formats and computed settings are named', async () => {
  const sphinx = await plan(
    {
      'docs/conf.py':
        'project = "Kites"\nextensions = ["myst_parser"]\nmyst_substitutions = {"wind": "4 **bft**"}\nexclude_patterns = ["_build", "**/draft-*.md", "a?.md", *more]\nroot_doc = "start-here"\n',
      'docs/_build/x.md': '# X\n\nx\n',
      'docs/stories/draft-c.md': '# C\n\nc\n',
      'docs/ab.md': '# AB\n\nab\n',
      'docs/start-here.md':
        '# Kites\n\n```{toctree}\n:hidden:\nstart\nParts <parts/index>\n```\n\n:::{toctree}\n:caption: Stories\n:glob:\nstories/*\nold\n:::\n',
      'docs/start.md': '(first)=\n# First flight\n\nAt {{ wind }}, see [](parts/tail.md).\n',
      'docs/parts/index.md':
        '# All parts\n\n````md\n```{toctree}\nno\n```\n````\n\n```{toctree}\ntail\nline.md\n```\n',
      'docs/parts/line.md': '# Line\n\nLong, from {ref}`first`.\n',
      'docs/parts/tail.md': '# Tail\n\nColours.\n',
      'docs/stories/b.md': '# Dunes\n\nb\n',
      'docs/stories/a.md': '# Beach\n\na\n',
      'docs/old.rst': 'Old\n===\n',
    },
    'docs',
  )
  assert.deepEqual(draw(sphinx), [
    '0 Kites <start-here.md>',
    '1 First flight <start.md>',
    '2 Parts <parts/index.md>',
    '  0 Tail <parts/tail.md>',
    '  1 Line <parts/line.md>',
    '3 Stories <stories/>',
    '  0 Beach <stories/a.md>',
    '  1 Dunes <stories/b.md>',
  ])
  assert.deepEqual(said(sphinx), [
    '_build/x.md part-left-out',
    'ab.md part-left-out',
    'conf.py settings-computed',
    'old.rst format-left-out',
    'stories/draft-c.md part-left-out',
  ])
  const { read } = sphinx.documents
  assert.equal(
    read('start.md', '{{ wind }} [](parts/tail.md)').markdown,
    '4 **bft** [Tail](parts/tail.md)',
  )
  assert.equal(read('parts/line.md', '{ref}`first`').markdown, '[First flight](../start.md#first)')
})

test('Quarto: the chapters of a book, and files that end in .qmd', async () => {
  const quarto = await plan({
    '_quarto.yml':
      'project:\n  type: book\nbook:\n  chapters:\n    - index.qmd\n    - part: Tides\n      chapters:\n        - tides/low.qmd\n        - file: tides/high.md\n          text: At high tide\n    - href: https://x.org\n',
    'index.qmd': '---\ntitle: "The sea"\n---\n\n{{< include _rule.qmd >}}\n',
    '_rule.qmd': 'Rules.',
    'tides/low.qmd': '# Low {#sec-low}\n\nSee [high](high.md).',
    'tides/high.md': '# High\n\nSee [low](low.qmd).',
    'tides/spring.qmd': '# Spring\n\ns',
    '_metadata.yml': 'moon: full\nsea: calm\n',
    'tides/_metadata.yml': 'sea: rough\nmore:\n  depth: 3\n',
    'book.json': '[{"name": "title"}]',
  })
  assert.deepEqual(draw(quarto), [
    '0 The sea <index.qmd>',
    '1 Tides <tides/>',
    '  0 Low <tides/low.qmd>',
    '  1 At high tide <tides/high.md>',
    '  - Spring <tides/spring.qmd>',
  ])
  assert.deepEqual(said(quarto), ['_rule.qmd part-left-out'])
  const read = (path: string, text: string): string => quarto.documents.read(path, text).markdown
  assert.equal(read('index.qmd', '{{< include _rule.qmd >}}'), 'Rules.')
  const values = '{{< meta moon >}}, {{< meta sea >}}, {{< meta more.depth >}}'
  assert.equal(read('tides/low.qmd', values), 'full, rough, 3')
  assert.equal(read('tides/low.qmd', `---\nsea: dead\n---\n${values}`).slice(-13), 'full, dead, 3')
})

test('Docusaurus beside its docs, in a folder without a repository', async () => {
  const folder = docsFolder({
    'website/docusaurus.config.js':
      "module.exports = { presets: [['classic', { docs: { path: '../docs' } }]] }",
    'website/sidebars.js': "module.exports = { docs: ['b', 'a'] }",
    'website/static/img/a.png': '',
    'docs/a.md': '# A\n\n![a](/img/a.png)',
    'docs/b.md': '# B\n\nb',
    'accounts.txt': 'secret',
    'other/accounts.txt': 'secret',
  })
  folder.remove('.git')
  const docs = join(folder.path, 'docs')
  const planned = await planFolder({ paths: [docs], workingFolder: docs })
  assert.deepEqual([draw(planned), said(planned)], [['0 B <b.md>', '1 A <a.md>'], []])
  const root = realpathSync(folder.path)
  assert.equal(planned.repository, root)
  const refusalOf = (path: string) => planned.fileSystem.refusalOf(join(root, path), false)
  assert.deepEqual(['docs/b.md', 'website/sidebars.js'].map(refusalOf), [undefined, undefined])
  assert.deepEqual(['accounts.txt', 'other/accounts.txt'].map(refusalOf), ['outside', 'outside'])
})

test('MyST and Jupyter Book: their tables of contents', async () => {
  const pages = { 'a.md': '# A\n\na', 'b/c.md': '# C\n\nc', 'd.md': '# D\n\nd' }
  const tree = ['0 D <d.md>', '1 More <b/>', '  0 C <b/c.md>', '- A <a.md>']
  const myst = await plan({
    ...pages,
    'myst.yml':
      'version: 1\nproject:\n  toc:\n    - file: d.md\n    - title: More\n      children:\n        - file: b/c.md\n',
  })
  assert.deepEqual([draw(myst), said(myst)], [tree, []])
  const book = await plan({
    ...pages,
    '_config.yml': 'title: A book\n',
    '_toc.yml':
      'format: jb-book\nroot: a\nchapters:\n- file: d\nparts:\n- caption: More\n  chapters:\n  - file: b/c\n',
  })
  assert.equal(book.sites.around.dialects[0], 'myst')
  assert.deepEqual(draw(book).slice(-2), tree.slice(-2))
})

test('numbered folders and files: the numbers order them, and are no part of names', async () => {
  const numbered = await plan({
    'index.md': '---\ntitle: Bread\n---\n',
    '01-start/index.md': '---\ntitle: Start\n---\n',
    '01-start/02-oven.md': '---\ntitle: {#heat ...}\n---\nHot.',
    '01-start/01-flour.md': '---\ntitle: @flour\n---\nWhite.',
    '01-start/10-salt.md': '---\ntitle: salt:\n---\nLittle.',
    '02-kinds-of-bread/01-rye.md': 'Dark.',
    '02-kinds-of-bread/.drafts/x.md': 'Hidden.',
    '99-end/index.md': '---\ntitle: End\n---\nEaten.',
  })
  assert.deepEqual(draw(numbered), [
    '0 Bread <index.md>',
    '1 Start <01-start/index.md>',
    '  0 @flour <01-start/01-flour.md>',
    '  1 {#heat ...} <01-start/02-oven.md>',
    '  2 salt: <01-start/10-salt.md>',
    '2 Kinds of bread <02-kinds-of-bread/>',
    '  0 Rye <02-kinds-of-bread/01-rye.md>',
    '3 End <99-end/index.md>',
  ])
  const [first] = numbered.tree.nodes
  assert.deepEqual(
    first?.lists?.map(({ title }) => title),
    ['Start', 'Kinds of bread', 'End'],
  )
})

test('VitePress: a home page without text, a folder and its page side by side, by title', async () => {
  const vitepress = await plan({
    'index.md': '---\nlayout: home\nhero:\n  name: Clocks\n  tagline: Tick\n---\n',
    'guide/what-is-time.md': '# What is time?\n\nNobody knows.',
    'guide/getting-started.md': '# Getting started :clock1:\n\nWind it.',
    'reference.md': '# Reference\n\nAll parts.',
    'reference/wheel-list.md': '<!-- made by hand -->\n# Wheels {#wheels}\n\nRound.',
    'reference/api.md': 'No heading.',
    'about.MDX': '# About\n\nUs.',
  })
  assert.deepEqual(draw(vitepress), [
    '0 Clocks <index.md>',
    '- About <about.MDX>',
    '- Guide <guide/>',
    '  - Getting started \u{1f550} <guide/getting-started.md>',
    '  - What is time? <guide/what-is-time.md>',
    '- Reference <reference.md>',
    '  - API <reference/api.md>',
    '  - Wheels <reference/wheel-list.md>',
  ])
})

test('Docusaurus, Jekyll and DocFX: categories, parents by title, tables of contents', async () => {
  const docusaurus = await plan({
    'sidebars.js': "module.exports = require('./menu')()",
    'intro.md': '---\nsidebar_position: 1\nsidebar_label: Hello\n---\n# Introduction\n\nHi.',
    'z-first/_category_.json': '{"label": "At first", "position": 2}',
    'z-first/b.md': '---\nsidebar_position: 2\n---\n# B\n\nb',
    'z-first/a.md': '# A\n\na',
    'broken/_category_.yml': 'label: [',
    'broken/c.md': '# C\n\nc',
  })
  assert.deepEqual(draw(docusaurus), [
    '0 Hello <intro.md>',
    '1 At first <z-first/>',
    '  0 B <z-first/b.md>',
    '  - A <z-first/a.md>',
    '- Broken <broken/>',
    '  - C <broken/c.md>',
  ])
  assert.deepEqual(said(docusaurus), [
    'broken/_category_.yml navigation-not-read',
    'sidebars.js navigation-not-read',
  ])
  const broken = await plan({
    'docusaurus.config.js':
      "module.exports = { presets: [['classic', { docs: { sidebarPath: './sidebars.json' } }]] }",
    'sidebars.json': '// a\n{"s": ["b"]}',
    'docs/b.md': 'b',
  })
  assert.deepEqual(said(broken), ['sidebars.json navigation-not-read'])
  const jekyll = await plan({
    'pages/ui.md': '---\ntitle: UI\nnav_order: 2\nhas_children: true\n---\nui',
    'pages/buttons.md': '---\ntitle: Buttons\nparent: UI\nnav_order: 1\n---\nb',
    'pages/round.md': '---\ntitle: Round\nparent: Buttons\ngrand_parent: UI\n---\nr',
  })
  assert.deepEqual(draw(jekyll), [
    '- Pages <pages/>',
    '  0 UI <pages/ui.md>',
    '    0 Buttons <pages/buttons.md>',
    '      - Round <pages/round.md>',
  ])
  const docfx = await plan({
    'toc.yml': '- name: Articles\n  href: articles/\n- name: Start\n  href: index.md\n',
    'index.md': '# Home\n\nh',
    'articles/toc.yml':
      '- name: Two\n  href: b.md\n- name: One\n  href: a.md\n- name: More\n  items:\n  - href: c.md\n  - href: d.md\n',
    'articles/a.md': '# A\n\na <xref:the-b>',
    'articles/b.md': '---\nuid: the-b\n---\n# B\n\nb',
    'articles/c.md': '# C\n\nc',
    'articles/d.md': '# D\n\nd',
  })
  assert.deepEqual(draw(docfx), [
    '0 Articles <articles/>',
    '  0 Two <articles/b.md>',
    '  1 One <articles/a.md>',
    '  2 More <articles/nav:More/>',
    '    0 C <articles/c.md>',
    '    1 D <articles/d.md>',
    '1 Start <index.md>',
  ])
  assert.ok(docfx.tree.byPath.has('articles/nav:More'))
  const { markdown } = docfx.documents.read('articles/a.md', 'a <xref:the-b>')
  assert.equal(markdown, 'a [B](b.md)')
})

test('Docusaurus: the page at the address of the site is the first', async () => {
  const docusaurus = await plan({
    'a/_category_.json': '{"label": "A", "position": 1}',
    'a/b.md': '# B\n\nb',
    'welcome.md': '---\nslug: /\n---\n# Welcome\n\nw',
  })
  assert.deepEqual(draw(docusaurus), ['0 Welcome <welcome.md>', '1 A <a/>', '  - B <a/b.md>'])
})

test('Docusaurus: the sidebars, as far as they are no program', async () => {
  const docusaurus = await plan(
    {
      'docusaurus.config.js': 'export default { url: "https://x.org" }',
      'sidebars.js': `const deck = ['deck/mast', 'deck/bow']
module.exports = {
  boat: [
    'intro',
    { type: 'category', label: 'On deck', link: { type: 'doc', id: 'deck/all' }, items: deck },
    { Below: [{ type: 'doc', id: 'hold', label: 'The hold' }, process.env.MORE && 'bilge'] },
    { type: 'link', label: 'Elsewhere', href: 'https://x.org' },
  ],
  crew: [{ type: 'autogenerated', dirName: 'crew' }],
}`,
      'docs/intro.md': '# Introduction\n\nHi.',
      'docs/01-deck/bow.md': '# Bow\n\nb',
      'docs/01-deck/2-mast.mdx': '# Mast\n\nm',
      'docs/01-deck/all.md': '# Everything\n\na',
      'docs/hold.md': '# Hold\n\nh',
      'docs/bilge.md': '# Bilge\n\nb',
      'docs/crew/mate.md': '---\nsidebar_position: 2\n---\n# Mate\n\nm',
      'docs/crew/captain.md': '---\nsidebar_position: 1\n---\n# Captain\n\nc',
    },
    'docs',
  )
  assert.deepEqual(draw(docusaurus), [
    '0 Boat <nav:Boat/>',
    '  0 Introduction <intro.md>',
    '  1 On deck <01-deck/all.md>',
    '    0 Mast <01-deck/2-mast.mdx>',
    '    1 Bow <01-deck/bow.md>',
    '  2 Below <nav:Boat/Below/>',
    '    0 The hold <hold.md>',
    '1 Crew <crew/>',
    '  0 Captain <crew/captain.md>',
    '  1 Mate <crew/mate.md>',
    '- Bilge <bilge.md>',
  ])
  assert.deepEqual(said(docusaurus), ['../sidebars.js navigation-in-part'])
})

test('VitePress, Starlight and Mintlify: the menus of their configurations', async () => {
  const vitepress = await plan({
    '.vitepress/config.ts': `import { de } from '../de/config'
export default defineConfig({ themeConfig: { sidebar: {
  '/guide/': { base: '/guide/', items: guide() },
} } })
function guide(): Item[] { return [{ text: 'Start', items: [{ text: 'Second', link: 'b' }, { link: 'a.html' }] }] }`,
    'de/config.ts':
      "export const de = { sidebar: [{ text: 'Zwei', link: '/de/b' }, { text: 'Eins', link: '/de/' }] }",
    'index.md': '# Home\n\nh',
    'guide/a.md': '# A\n\na',
    'guide/b.md': '# B\n\nb',
    'guide/c.md': '# C\n\nc',
    'de/index.md': '# Anfang\n\na',
    'de/b.md': '# B\n\nb',
    'de/c.md': '# C\n\nc',
  })
  assert.deepEqual(draw(vitepress), [
    '0 Home <index.md>',
    '1 Guide <guide/>',
    '  0 Start <guide/nav:Start/>',
    '    0 Second <guide/b.md>',
    '    1 A <guide/a.md>',
    '  - C <guide/c.md>',
    '2 Anfang <de/index.md>',
    '  0 Zwei <de/b.md>',
    '  - C <de/c.md>',
  ])
  assert.deepEqual(said(vitepress), [])
  const starlight = await plan(
    {
      'astro.config.mjs': `export default defineConfig({ integrations: [starlight({ sidebar: [
  'start', { label: 'Second', slug: 'guides/b' },
  { label: 'Rules', autogenerate: { directory: 'rules' } },
  { label: 'Words', collapsed: true, items: [{ autogenerate: { directory: 'words' } }] },
] })] })`,
      'src/content/docs/start.md': '---\ntitle: Start\n---\ns',
      'src/content/docs/guides/a.md': '---\ntitle: A\n---\na',
      'src/content/docs/guides/b.mdx': '---\ntitle: B\n---\nb',
      'src/content/docs/rules/b.md': '---\ntitle: B\nsidebar:\n  order: 1\n---\nb',
      'src/content/docs/rules/a.md': '---\ntitle: A\n---\na',
      'src/content/docs/words/a.md': '---\ntitle: About words\nsidebar:\n  label: Of words\n---\na',
      'src/content/docs/_draft.md': '---\ntitle: D\n---\nd',
    },
    'src/content/docs',
  )
  assert.deepEqual(draw(starlight), [
    '0 Start <start.md>',
    '1 Second <guides/b.mdx>',
    '2 Rules <rules/>',
    '  0 B <rules/b.md>',
    '  - A <rules/a.md>',
    '3 Words <words/>',
    '  - Of words <words/a.md>',
    '- Guides <guides/>',
    '  - A <guides/a.md>',
  ])
  const mintlify = await plan({
    'docs.json': `{ "navigation": { "tabs": [{ "tab": "Learn", "groups": [
      { "group": "First", "pages": ["b", { "group": "More", "pages": ["more/a"] }] }
    ] }] } }`,
    'a.mdx': '---\ntitle: A\n---\na',
    'b.mdx': '---\ntitle: B\n---\nb',
    'more/a.mdx': '---\ntitle: A\n---\na',
    'snippets/c.mdx': 'c',
  })
  assert.deepEqual(draw(mintlify), [
    '0 Learn <nav:Learn/>',
    '  0 First <nav:Learn/First/>',
    '    0 B <b.mdx>',
    '    1 More <more/>',
    '      0 A <more/a.mdx>',
    '- A <a.mdx>',
  ])
  assert.deepEqual(said(mintlify), ['snippets/c.mdx part-left-out'])
})
