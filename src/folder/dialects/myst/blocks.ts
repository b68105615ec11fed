/** Directives of MyST, Sphinx and sphinx-design for code, formulas, images and sections. @module */

import {
  codeInfo,
  makeCode,
  makeImage,
  makeLink,
  makeSpan,
  makeStrong,
} from '../parts/make-parts.ts'
import type { LineOfCode, Part } from '../parts/part.ts'
import type { Content, Context, TagConstruct } from '../parts/part-construct.ts'
import { nameInWords, oneLine } from '../parts/words.ts'
import { makeAnchor } from '../shared/attribute-lists.ts'
import { htmlInCode } from '../shared/code.ts'
import { videoAddress } from '../shared/usual-tags.ts'
import { type Directive, directiveConstruct, otherWordsIn } from './directive.ts'
import { addressOfTarget } from './places.ts'

const diagrams: Readonly<Record<string, string>> = {
  math: 'math',
  mermaid: 'mermaid',
  graphviz: 'dot',
  digraph: 'dot',
  graph: 'dot',
  uml: 'plantuml',
  plantuml: 'plantuml',
}

/** https://myst-parser.readthedocs.io/en/latest/syntax/code_and_apis.html */
const mystCode: TagConstruct = directiveConstruct({
  name: 'block of code, diagram or formula',
  input: '```{code-block} python\n:caption: a.py\n:emphasize-lines: 1\nrun()\n```',
  becomes: '```python title="a.py" {1}\nrun()\n```',
  names: [
    'code-block',
    'code',
    'sourcecode',
    'code-cell',
    'parsed-literal',
    'doctest',
    'prompt',
    'ipython',
    'testcode',
    'testoutput',
    'jupyter-execute',
    'code-example',
    'productionlist',
    ...Object.keys(diagrams),
  ],
  shows: ['caption', 'filename', 'alt', 'language'],
  replace(directive, context) {
    const { name, argument, options, line } = directive
    const titles = ['filename', 'caption'].flatMap((option) => options.get(option) ?? [])
    const title = titles.length === 0 ? undefined : titles.join(': ')
    const diagram = Object.hasOwn(diagrams, name) ? diagrams[name] : undefined
    if (diagram !== undefined) {
      const code = { ...makeCode(diagram, '', line), lines: diagramLines(directive, context) }
      const words = title ?? options.get('alt')
      return [code, words && context.read(words, line)]
    }
    const info = codeInfo(languageOf(argument), title, options.get('emphasize-lines'))
    return [{ ...makeCode(info, '', line), lines: directive.lines }]
  },
})

/** A formula may begin on the first line; a diagram may be in a file. */
function diagramLines(
  { name, argument, lines, line }: Directive,
  context: Context,
): readonly LineOfCode[] {
  const lineOf = (text: string): LineOfCode => ({ prefix: '', text, line })
  if (argument === '') return lines
  if (name === 'math') return [lineOf(argument), ...lines]
  if (name === 'graph' || name === 'digraph')
    return [lineOf(`${name} ${argument} {`), ...lines, lineOf('}')]
  if (lines.some(({ text }) => text.trim() !== '')) return lines
  const text = context.includeCode({ address: argument }, line)
  return (text?.trimEnd() ?? argument).split(/\r?\n/).map(lineOf)
}

function languageOf(argument: string): string {
  const [word = ''] = argument.replace(/^\{/, '').split(/\s+/)
  return /^i?python3?$/.test(word) ? 'python' : word
}

/** https://myst-parser.readthedocs.io/en/latest/syntax/images_and_figures.html */
const mystImages: TagConstruct = directiveConstruct({
  name: 'image or figure',
  input: '```{figure} images/logo.png\n:alt: Logo\n:width: 200px\nOurs\n```',
  becomes: '![Logo](images/logo.png "Ours"){width=200px}',
  names: ['figure', 'image', 'figure-md', 'subfigure'],
  shows: ['alt', 'target', 'title'],
  replace(directive, context) {
    const { name, argument, options } = directive
    if (name === 'figure-md')
      return [argument === '' ? undefined : makeAnchor(argument), context.readCode(directive.lines)]
    if (argument === '') return undefined
    const caption = captionOf(directive)
    const image = makeImage(argument, {
      alt: options.get('alt'),
      caption: caption ?? options.get('title'),
      width: /^\d{1,5}(?:px|%)?$/.exec(options.get('width') ?? '')?.[0],
    })
    const target = options.get('target')
    return [
      target === undefined ? image : makeLink(target, [image]),
      caption === undefined ? context.readCode(directive.lines) : undefined,
    ]
  },
})

/** A caption must be a single plain line; anything else goes below the image. */
function captionOf({ lines }: Directive): string | undefined {
  const [only, ...others] = lines.filter(({ text }) => text.trim() !== '')
  const isPlain =
    only !== undefined && others.length === 0 && /^[^"\\`*_<>[\]{}$]+$/.test(only.text)
  return isPlain ? only.text.trim() : undefined
}

const mystCards: TagConstruct = directiveConstruct({
  name: 'card',
  input: ':::{card} Setup\n:link: guide/setup.md\nHow to begin.\n:::',
  becomes: '**[Setup](guide/setup.md)**\n\nHow to begin.',
  names: ['card', 'grid-item-card'],
  shows: ['link', 'url', 'header', 'footer', 'title'],
  replace({ argument, options, lines, line }, context) {
    const address = options.get('link') ?? options.get('url')
    const words = argument || options.get('title') || address
    const title = words === undefined ? [] : context.read(words, line)
    const head =
      address === undefined ? title : [makeLink(addressOfTarget(address, context), title)]
    const image = ['img-top', 'img-background', 'img-bottom'].find((option) => options.has(option))
    const readOption = (name: string): readonly Part[] =>
      context.read(options.get(name) ?? '', line)
    // Rules separate the card's header and footer.
    const content = lines.map((contentLine) =>
      /^(?:\^{3,}|\+{3,})\s*$/.test(contentLine.text) ? { ...contentLine, text: '' } : contentLine,
    )
    return [
      image && makeImage(options.get(image) ?? '', { alt: options.get('img-alt') }),
      readOption('header'),
      head.length === 0 ? undefined : makeStrong(head),
      context.readCode(content),
      readOption('footer'),
    ]
  },
})

/** https://sphinx-design.readthedocs.io/en/latest/badges_buttons.html */
const mystButtons: TagConstruct = directiveConstruct({
  name: 'button',
  input: '```{button-link} https://example.org\nBegin\n```',
  becomes: '[Begin](https://example.org)',
  names: ['button-link', 'button-ref', 'iframe', 'youtube', 'video'],
  shows: ['title', 'alt', 'caption', 'placeholder', 'poster', 'url_parameters', 'caption'],
  replace({ name, argument, options, lines, line }, context) {
    if (argument === '') return undefined
    // Lines are joined to one, so a comment would hide the words of the lines below it.
    const shownLines = lines.map(({ text }) => text).filter((text) => !/^\s*%/.test(text))
    const content = oneLine(shownLines.join(' '))
    const titles = ['title', 'caption', 'alt'].flatMap((option) => options.get(option) ?? [])
    const address =
      name === 'youtube' ? videoAddress(name, argument) : addressOfTarget(argument, context)
    return [makeLink(address, context.read(content || titles[0] || argument, line))]
  },
})

function titleAbove({ argument, line }: Directive, context: Context): Content | undefined {
  return argument === '' ? undefined : makeStrong(context.read(argument, line))
}

/** Directives that a wiki does not need. */
const mystSilent: TagConstruct = directiveConstruct({
  name: 'table of contents, and what is said to the site',
  input: '```{contents}\n:depth: 2\n```\n\n```{toctree}\n:hidden:\nguide/setup\n```',
  becomes: '[TOC]\n\n',
  names: [
    'contents',
    'toctree',
    'tableofcontents',
    'index',
    'meta',
    'highlight',
    'currentmodule',
    'module',
    'py:currentmodule',
    'py:module',
    'default-role',
    'default-domain',
    'tags',
    'sectionauthor',
    'codeauthor',
    'role',
    'testsetup',
    'testcleanup',
    'js:module',
  ],
  shows: ['caption', 'titles', 'keywords', 'description'],
  replace: (directive, context) =>
    directive.name === 'contents' ? [titleAbove(directive, context), '[TOC]'] : [],
})

const holders = new Set([
  ...['grid', 'grid-item', 'div', 'container', 'compound', 'card-carousel', 'only', 'ifconfig'],
  ...['glossary', 'hlist'],
])
const heads = new Set(['topic', 'sidebar', 'rubric', 'margin', 'aside'])
const quotes = new Set(['epigraph', 'pull-quote', 'highlights'])

export const mystOthers: TagConstruct = directiveConstruct({
  name: 'any other directive',
  input: ':::{py:class} Boat(name)\nSome words.\n:::',
  becomes: '<a id="Boat"></a>**`Boat(name)`**\n\nSome words.',
  shows: ['subtitle'],
  replace(directive, context) {
    const { name, argument, options, lines, line } = directive
    if (name === 'raw' && !/\blatex|tex\b/.test(argument)) return [htmlInCode(lines, context)]
    if (name === 'eval-rst' || name === 'raw') {
      context.notice('syntax-shown', `{${name}}`, line)
      return [{ ...makeCode(name === 'raw' ? 'tex' : 'rst', '', line), lines }]
    }
    const mark = quotes.has(name) ? '> ' : ''
    const content = context.readCode(lines.map((row) => ({ ...row, text: mark + row.text })))
    if (holders.has(name)) return [content]
    if (/^(?:prf|proof):/.test(name)) {
      const title = [nameInWords(name.replace(/^.*:/, '')), context.readWords(argument, line)]
      return [makeStrong(title.filter((words) => words !== '').join(': ')), content]
    }
    if (name.includes(':') && argument !== '') {
      const [id = ''] = argument.split('(')
      return [[...makeAnchor(id.trim()), ...makeStrong([makeSpan(argument)])], content]
    }
    if (!heads.has(name) && lines.every(({ text }) => text.trim() === '')) {
      if (argument !== '') context.notice('syntax-shown', `{${name}}`, line)
      else if (otherWordsIn(directive).length === 0) context.leaveOut(`{${name}}`, line)
    }
    const subtitle = context.read(options.get('subtitle') ?? '', line)
    return [titleAbove(directive, context), subtitle, content]
  },
})

export const mystBlocks: readonly TagConstruct[] = [
  mystSilent,
  mystCode,
  mystImages,
  mystCards,
  mystButtons,
]
