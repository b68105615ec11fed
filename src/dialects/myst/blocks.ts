/**
 * MyST directives for code, formulas, images and sections, with those of Sphinx and sphinx-design.
 * @module
 */

import { alertAround, quoteOf } from '../alert.ts'
import { codeBlockAround, codeGroupOf, codeSpanOf } from '../code-block.ts'
import type { Construct } from '../construct.ts'
import type { Line } from '../line.ts'
import { codeInfo } from '../parts/make-parts.ts'
import { linkDestination, oneLine } from '../parts/words.ts'
import {
  anchorOf,
  codeNames,
  type Directive,
  diagramNames,
  directiveConstruct,
  silentNames,
} from './directive.ts'
import { addressOfTarget } from './roles.ts'

/** https://myst-parser.readthedocs.io/en/latest/syntax/code_and_apis.html */
export const mystCode: Construct = directiveConstruct({
  name: 'block of code, diagram or formula',
  written: '```{code-block} python\n:caption: a.py\n:emphasize-lines: 1\nrun()\n```',
  becomes: '```python title="a.py" {1}\nrun()\n```',
  names: [...codeNames, ...Object.keys(diagramNames)],
  replace({ name, argument, options, code, line }) {
    const diagram = Object.hasOwn(diagramNames, name) ? diagramNames[name] : undefined
    const above = name === 'math' && argument !== '' ? [{ text: argument, line }] : []
    if (diagram !== undefined) return codeBlockAround(diagram, [...above, ...code], line)
    const title = options.get('caption') ?? options.get('filename')
    const info = codeInfo(languageOf(argument), title, options.get('emphasize-lines'))
    return codeBlockAround(info, code, line)
  },
})

function languageOf(argument: string): string {
  const [word = ''] = argument.split(/\s+/)
  return /^i?python3?$/.test(word) ? 'python' : word
}

/** https://myst-parser.readthedocs.io/en/latest/syntax/images_and_figures.html */
export const mystImages: Construct = directiveConstruct({
  name: 'image or figure',
  written: '```{figure} images/logo.png\n:alt: Logo\n:width: 200px\nOurs\n```',
  becomes: '![Logo](images/logo.png "Ours"){width=200px}',
  names: ['figure', 'image', 'figure-md', 'subfigure'],
  replace(directive) {
    const { name, argument, options, content } = directive
    if (name === 'figure-md')
      return argument === '' ? content : [anchorOf(argument), '', ...content]
    if (argument === '') return undefined
    const alt = oneLine(options.get('alt') ?? '').replace(/[[\]]/g, '\\$&')
    const { caption, others } = captionOf(directive)
    const width = /^\d{1,5}(?:px|%)?$/.exec(options.get('width') ?? '')?.[0]
    const size = width === undefined ? '' : `{width=${width}}`
    const image = `![${alt}](${linkDestination(argument)}${caption})${size}`
    const target = options.get('target')
    const shown = target === undefined ? image : `[${image}](${linkDestination(target)})`
    return others.length === 0 ? [shown] : [shown, '', ...others]
  },
})

/** Only a single plain line can be a caption; anything else follows the image. */
function captionOf({ content }: Directive): { caption: string; others: readonly Line[] } {
  const [first, ...more] = content
  const isPlain =
    first !== undefined && more.length === 0 && /^[^"\\`*_<>[\]{}$]+$/.test(first.text)
  return isPlain
    ? { caption: ` "${first.text.trim()}"`, others: [] }
    : { caption: '', others: content }
}

const holders = [
  ...['grid', 'grid-item', 'div', 'container', 'compound', 'card-carousel', 'only', 'ifconfig'],
  ...['glossary', 'hlist'],
]

export const mystHolders: Construct = directiveConstruct({
  name: 'part of a page',
  written: '::::{grid} 2\n:::{grid-item}\nSome words.\n:::\n::::',
  becomes: 'Some words.',
  names: holders,
  replace: ({ content }) => content,
})

export const mystCards: Construct = directiveConstruct({
  name: 'card',
  written: ':::{card} Setup\n:link: guide/setup.md\nHow to begin.\n:::',
  becomes: '**[Setup](guide/setup.md)**\n\nHow to begin.',
  names: ['card', 'grid-item-card'],
  replace({ argument, options, content }, context) {
    const link = options.get('link')
    const title =
      argument === '' ? undefined : cardTitle(argument, link && addressOfTarget(link, context))
    const head = title === undefined ? [] : [`**${title}**`, '']
    // Rules separate its head and foot.
    return [
      ...head,
      ...content.map((one) =>
        /^(?:\^{3,}|\+{3,})\s*$/.test(one.text) ? { ...one, text: '' } : one,
      ),
    ]
  },
})

function cardTitle(words: string, link: string | undefined): string {
  return link === undefined ? words : `[${words}](${linkDestination(link)})`
}

/** https://sphinx-design.readthedocs.io/en/latest/badges_buttons.html */
export const mystButtons: Construct = directiveConstruct({
  name: 'button',
  written: '```{button-link} https://example.org\nBegin\n```',
  becomes: '[Begin](https://example.org)',
  names: ['button-link', 'button-ref', 'iframe', 'youtube', 'video'],
  replace({ name, argument, content }, context) {
    const words = oneLine(content.map(({ text }) => text).join(' ')) || argument
    const address =
      name === 'youtube'
        ? `https://www.youtube.com/watch?v=${argument}`
        : addressOfTarget(argument, context)
    return address === '' ? undefined : [`[${words}](${linkDestination(address)})`]
  },
})

export const mystHeads: Construct = directiveConstruct({
  name: 'words that stand out',
  written: '```{topic} A story\nSome words.\n```',
  becomes: '**A story**\n\nSome words.',
  names: ['topic', 'sidebar', 'rubric', 'margin', 'aside', 'epigraph', 'pull-quote', 'highlights'],
  replace({ name, argument, content }) {
    const isQuote = name === 'epigraph' || name === 'pull-quote' || name === 'highlights'
    const shown = isQuote ? quoteOf(content) : content
    return argument === '' ? shown : [`**${argument}**`, '', ...shown]
  },
})

export const mystLineBlocks: Construct = directiveConstruct({
  name: 'block whose lines end where they are written',
  written: '```{line-block}\nOne\n  two\n```',
  becomes: 'One\\\n&nbsp;&nbsp;two',
  names: ['line-block'],
  replace: ({ content }) =>
    content.map(({ text, line }, index) => {
      const isLast = (content[index + 1]?.text ?? '').trim() === ''
      const words = text.trimStart()
      const indent = '&nbsp;'.repeat(text.length - words.length)
      return { text: words === '' || isLast ? indent + words : `${indent}${words}\\`, line }
    }),
})

export const mystProofs: Construct = directiveConstruct({
  name: 'theorem or exercise',
  written: ':::{prf:theorem} Of sums\nIt is **so**.\n:::',
  becomes: '> [!NOTE] Theorem (Of sums)\n> It is **so**.',
  names: [
    ...[
      'theorem',
      'proof',
      'axiom',
      'lemma',
      'definition',
      'corollary',
      'proposition',
      'example',
      'remark',
      'algorithm',
      'property',
      'criterion',
      'conjecture',
      'observation',
    ].flatMap((one) => [`prf:${one}`, `proof:${one}`]),
    'exercise',
    'solution',
  ],
  replace({ name, argument, content, line }) {
    const word = name.replace(/^.*:/, '')
    const kind = word.charAt(0).toUpperCase() + word.slice(1)
    return alertAround('note', argument === '' ? kind : `${kind} (${argument})`, content, line)
  },
})

/** Directives that a wiki replaces or does not need. */
export const mystSilent: Construct = directiveConstruct({
  name: 'table of contents, and what is said to the site',
  written: '```{contents}\n:depth: 2\n```\n\n```{toctree}\n:hidden:\nguide/setup\n```',
  becomes: '[TOC]\n\n',
  names: ['contents', ...silentNames],
  replace: ({ name }) => (name === 'contents' ? ['[TOC]'] : []),
})

export const mystCodeTabs: Construct = directiveConstruct({
  name: 'group of code',
  written: '````{tab-set-code}\n```js\nrun()\n```\n````',
  becomes: '<details name=tabs><summary>js</summary>\n\n```js\nrun()\n```\n\n</details>',
  names: ['tab-set-code', 'code-group'],
  replace: ({ content }) => codeGroupOf(content),
})

export const mystOthers: Construct = directiveConstruct({
  name: 'any other directive',
  written: ':::{py:class} Boat(name)\nSome words.\n:::',
  becomes: '<a id="Boat"></a>**`Boat(name)`**\n\nSome words.',
  names: undefined,
  replace({ name, argument, content, code, line }, context) {
    if (name === 'raw' && !/\blatex|tex\b/.test(argument)) return code
    if (name === 'eval-rst' || name === 'raw') {
      context.notice('syntax-shown', `{${name}}`, line)
      return codeBlockAround(name === 'raw' ? 'tex' : 'rst', code, line)
    }
    const isObject = name.includes(':') && argument !== ''
    if (isObject) {
      const [id = ''] = argument.split('(')
      return [`${anchorOf(id.trim())}**${codeSpanOf(argument)}**`, '', ...content]
    }
    if (content.length === 0) {
      if (argument === '') context.leaveOut(`{${name}}`, line)
      else context.notice('syntax-shown', `{${name}}`, line)
    }
    return argument === '' ? content : [`**${argument}**`, '', ...content]
  },
})
