/** Documents that are known to cost parsers more than their size; each family makes one of about a given size. @module */

export type Family = (size: number) => string

function fill(unit: string): Family {
  return (size) => unit.repeat(Math.ceil(size / unit.length))
}

function both(first: string, middle: string, last: string): Family {
  return (size) => {
    const count = Math.ceil(size / (first.length + last.length))
    return first.repeat(count) + middle + last.repeat(count)
  }
}

function numbered(make: (index: number) => string): Family {
  return (size) => {
    const parts: string[] = []
    for (let length = 0; length < size; length += (parts.at(-1) as string).length) {
      parts.push(make(parts.length))
    }
    return parts.join('')
  }
}

function halves(first: (size: number) => string, second: Family): Family {
  return (size) => first(size / 2) + second(size / 2)
}

const x = fill('x')

const known: Readonly<Record<string, Family>> = {
  'nested strong emphasis': both('*a **a ', 'b', ' a** a*'),
  'emphasis closers': fill('a_ '),
  'emphasis openers': fill('_a '),
  'link closers': fill('a]'),
  'link openers': fill('[a'),
  'mismatched emphasis': fill('*a_ '),
  'crossing emphasis': both('*a ', '', '_a*_ '),
  'emphasis by threes': (size) => `a**b${'c* '.repeat(size / 3)}`,
  'links and emphasis': fill('[ a_'),
  'brackets and parentheses': fill('[ (]('),
  'image openers': fill('![[]()'),
  'emphasis in links': fill('**x [a*b**c*](d)'),
  'nested brackets': both('[', 'a', ']'),
  'nested quotes': fill('> '),
  'nested quotes, short': (size) => `${'> '.repeat(80)}a\n`.repeat(size / 162),
  'deepening list': (size) =>
    Array.from({ length: Math.sqrt(size) }, (_, depth) => `${'  '.repeat(depth)}* a\n`).join(''),
  'deep lists': (size) =>
    Array.from({ length: 80 }, (_, depth) => `${'  '.repeat(depth)}* a\n`)
      .join('')
      .repeat(size / 6_600),
  'replaced characters': fill('abc\ufffdde\ufffd'),
  'backticks of all lengths': (size) =>
    Array.from({ length: Math.sqrt(2 * size) }, (_, count) => `e${'`'.repeat(count)}`).join(''),
  'pointed link destinations': fill('[a](<b'),
  'link destinations': fill('[a](b'),
  'comment openers': (size) => `</${'<!--'.repeat(size / 4)}`,
  'blank lines in a deep list': both('- ', 'x', '\n'),
  'blank lines in a list 80 deep': (size) => `${'- '.repeat(80)}x${'\n'.repeat(size)}`,
  'blank lines in a list in a quote': (size) => `> ${'- '.repeat(80)}x\n${'>\n'.repeat(size / 2)}`,
  'emphasis in a quote': both('>', '', 'a*'),
  'definitions and uses': halves(
    numbered((index) => `[${index}]: u\n`),
    numbered((index) => `[${index}] `),
  ),
  'one definition, many uses': (size) => `[0]: u\n\n${'[0] '.repeat(size / 4)}`,
  stars: both('*', 'a', '*'),
  'stars and code': both('*', '', 'a``*'),
  'empty items after returns': fill('aaa\rbbb\n-\v\n'),
  'wide table': (size) =>
    `${'|a'.repeat(size / 5)}\n${'|-'.repeat(size / 5)}\n${'|b'.repeat(size / 10)}`,
  'wide table, short rows': halves(
    (size) => `${'|a'.repeat(size / 4)}\n${'|-'.repeat(size / 4)}\n`,
    fill('|\n'),
  ),
  'table headers': fill('| a |\n| - |\n'),
  'table rows': (size) => `| a |\n| - |\n${'| b |\n'.repeat(size / 6)}`,
  'footnote openers': both('[^1]:', '', '\n'),
  'mixed emphasis': fill('**_* '),
  'escaped backticks': fill('``\\'),
  'pointed brackets': both('<', '', '>'),
  'trailing spaces': (size) => `x${' '.repeat(size)}`,
  'spaces and words': (size) => `${`x${' '.repeat(1_000)}`.repeat(size / 1_000)}x`,
  'address of stars': (size) => `https://t?${'*'.repeat(size)}a`,
  quotes: fill('"'),
  apostrophes: fill("a'"),
}

const extended: Readonly<Record<string, Family>> = {
  'bare hosts': fill('www.a'),
  'bare hosts apart': fill('www.a.b '),
  'mail addresses': fill('a@b.'),
  'mail addresses apart': fill('a@b.c '),
  'mail words': (size) => `${'a.'.repeat(size / 2)}@`,
  mailto: fill('mailto:'),
  schemes: fill('http://'),
  'open parentheses in addresses': (size) => `http://a/${'('.repeat(size)}`,
  'entities at an address': (size) => `http://a/${'&a;'.repeat(size / 3)}`,
  strikethrough: fill('~~a '),
  'tag openers': fill('<a '),
  'tag attributes': (size) => `<a ${'b=c '.repeat(size / 4)}`,
  'attribute quotes': fill('<a b="'),
  'attribute spaces': (size) => `<div ${`a${' '.repeat(500)}`.repeat(size / 500)}`,
  'attributes in a block': (size) => `<div\n${'a = b '.repeat(size / 6)}`,
  'entities without end': fill('&a'),
  'numeric entities': fill('&#1;'),
  tabs: fill('\t'),
  'tabs and text': fill('\ta\n'),
  'hard breaks': fill('a\\\n'),
  backslashes: fill('\\'),
  'unfinished titles': fill('[a]: b "'),
  'unfinished definitions': fill('[a]:\n'),
  definitions: fill('[a]: b\n'),
  'table cells': fill('| a '),
  'escaped cells': (size) => `| a |\n| - |\n|${'\\|'.repeat(size / 2)}|`,
  'cells of code': (size) => `| a |\n| - |\n|${'`|'.repeat(size / 2)}|`,
  comments: fill('<!-- a -->'),
  'comments in lines': fill('a <!-- a --> '),
  cdata: fill('<![CDATA['),
  instructions: fill('<?'),
  declarations: fill('<!A '),
  'nested elements': fill('<div>'),
  'nested formatting': fill('<b>'),
  'formatting apart': fill('a <b> '),
  'formatting ends': fill('</b>'),
  'block ends': fill('</div>'),
  'crossing elements': fill('<b><i></b></i>'),
  'unclosed items': fill('<li>a'),
  'unclosed paragraphs': fill('<p>a'),
  'unclosed cells': fill('<table><tr><td>a'),
  'table of HTML': (size) => `<table>${'<tr><td>a<td>b'.repeat(size / 14)}</table>`,
  'cells that span': (size) =>
    `<table>${'<tr><td colspan=1000 rowspan=1000>a'.repeat(size / 35)}</table>`,
  'HTML list': (size) => `<ul>${'<li>a</li>'.repeat(size / 10)}</ul>`,
  'details elements': fill('<details>\n\n'),
  'details in turn': fill('<details><summary>a</summary>\n\nb\n\n</details>\n\n'),
  'HTML images': fill('<img src="a" alt="b"> '),
  'HTML styles': fill('<span style="color:red">a</span>'),
  'one style': (size) => `a <span style="${'color:red;'.repeat(size / 10)}">b</span>`,
  'spaces in a style': (size) =>
    `a <img src=b style="${`width:${' '.repeat(500)}`.repeat(size / 500)}">`,
  pre: (size) => `<pre>${'a\n'.repeat(size / 2)}</pre>`,
  'elements by line': fill('<div>\n\na\n\n</div>\n\n'),
  dollars: fill('$'),
  'dollars and words': fill('$a '),
  'pairs of dollars': fill('$a$b '),
  'double dollars': fill('$$a '),
  'double dollar lines': fill('$$\n'),
  'dollars in code': fill('`$` '),
  colons: fill(':::'),
  containers: fill(':::note\n'),
  'containers in turn': fill(':::note\na\n:::\n'),
  'nested containers': both(':::note\n', 'a\n', ':::\n'),
  exclamations: fill('!!! note\n'),
  'indented admonitions': fill('!!! note "a"\n    b\n\n'),
  'foldable admonitions': fill('??? a'),
  alerts: fill('> [!NOTE] a\n\n'),
  shortcodes: fill(':a:'),
  'known shortcodes': fill(':smile: '),
  underlines: fill('a\n===\n'),
  'one underline': fill('='),
  'bullets and numbers': fill('1. a\n- b\n'),
  'bullets by depth': fill('- a\n  - b\n    - c\n'),
  rules: fill('***\n'),
  fences: fill('```\n'),
  'open fences': fill('~~~a\n'),
  'fence info': (size) => `\`\`\`js ${'title="'.repeat(size / 7)}\na\n\`\`\``,
  'adf blocks': fill('```adf\n{"type":"rule"}\n```\n'),
  'task lists': fill('- [ ] a\n'),
  'nested tasks': (size) =>
    Array.from({ length: 40 }, (_, depth) => `${'  '.repeat(depth)}- [x] a\n`)
      .join('')
      .repeat(size / 2_000),
  'definition lists': fill('a\n: b\n\n'),
  'definitions of one term': (size) => `a\n${': b\n'.repeat(size / 4)}`,
  'table of contents': fill('[TOC]\n\n'),
  'front matter': (size) => `---\n${'a: b\n'.repeat(size / 5)}---\n\nc`,
  'open front matter': (size) => `---\n${'a: b\n'.repeat(size / 5)}`,
  'sized images': fill('![a](u =1x1) '),
  'image attributes': fill('![a](u){width=1} '),
  'open image attributes': fill('![a](u){ '),
  images: fill('![a](u) '),
  'linked images': fill('[![a](u)](v) '),
}

const large: Readonly<Record<string, Family>> = {
  'one line': x,
  'one line of words': fill('word '),
  'blank lines': fill('\n'),
  'short paragraphs': fill('a\n\n'),
  'lines of one paragraph': fill('a\n'),
  'zero-width characters': fill('a\u200b'),
  'right-to-left characters': fill('\u202ea\u0627'),
  'combining characters': (size) => `a${'\u0301'.repeat(size / 2)}`,
  'equal headings': fill('# a\n'),
  'different headings': numbered((index) => `# a${index}\n`),
  'headings that look numbered': numbered((index) => `# a-${index % 50}\n# a\n`),
  'links to one heading': (size) => `# b\n\n${'[a](#b)\n'.repeat(size / 8)}`,
  'links to a long heading': halves((size) => `# ${x(size)} {#b}\n\n`, fill('[a](#b) ')),
  'a link to nothing, below a long heading': (size) =>
    `[a](#c)\n\n# ${x(size / 2)}\n\n${fill('## b\n')(size / 2)}`,
  'links to nothing': numbered((index) => `[a](#b${index})\n`),
  'named places': halves(
    numbered((index) => `<a id="b${index}"></a>\n\n# c\n\n`),
    numbered((index) => `[a](#b${index}) `),
  ),
  'uses of a long address': halves((size) => `[a]: /${x(size)}\n\n`, fill('[a] ')),
  'uses of a long title': halves((size) => `[a]: u "${x(size)}"\n\n`, fill('[a] ')),
  'images of a long address': halves((size) => `[a]: /${x(size)}\n\n`, fill('![a]\n\n')),
  'text pieces of a long link': halves(
    (size) => `[${'*a*b'.repeat(size / 8)}](/${x(size / 2)}`,
    () => ')',
  ),
  'long address of spaces': (size) => `[a](<b${' '.repeat(size)}c>)`,
  'long image of spaces': (size) => `![a](<b${' '.repeat(size)}c>)`,
  'long data image': (size) => `![a](<data:image/png;base64,${' '.repeat(size)}!>)`,
  'heading of spaces': (size) => `# a${'\u00a0'.repeat(size / 2)}b`,
  'description of bars': (size) => `![${'|1'.repeat(size / 2)}a](u)`,
  'heading of braces': (size) => `# ${'{#a'.repeat(size / 3)}}`,
  'footnotes in turn': numbered((index) => `a[^${index}]\n\n[^${index}]: b\n\n`),
  'footnotes in a chain': numbered((index) => `[^${index}]: b[^${index + 1}]\n\n`),
  'uses of one footnote': (size) => `[^a]: b\n\n${'[^a]'.repeat(size / 4)}`,
  'footnotes of one name': fill('a[^1]\n\n[^1]: x\n'),
  'lifted blocks': fill('- a\n\n  | t |\n  | - |\n'),
  'one list of lifted blocks': (size) => `${'1. a\n\n   > # b\n\n'.repeat(size / 16)}`,
  'images in a paragraph': fill('a ![b](c)\n'),
  'marks in marks': fill('***~~a~~*** `b` '),
}

export const hostileFamilies: Readonly<Record<string, Family>> = { ...known, ...extended, ...large }
