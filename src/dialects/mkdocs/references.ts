/**
 * Reads mkdocstrings and autorefs, whose program names are only known when the site is built.
 * @module
 */
import { findAlertType } from '../../convert/alert-types.ts'
import { codeSpanOf } from '../code-block.ts'
import type { Construct } from '../construct.ts'
import { kindOf, kindsOf, type Line, mapText, replaceMatches } from '../line.ts'
import { replaceTags } from '../replace-tags.ts'
import type { TagSyntax } from '../tags.ts'
import { replaceIcons } from '../words.ts'

const setting = /^\s{2,}[\w-]{1,50}:(?:\s|$)/
const documented = /^([\s>]*):::[ \t]+([A-Za-z_][\w./:-]{0,300})[ \t]*$/

export const mkdocsDocumentedCode: Construct = {
  name: 'documentation that is made from a program: its name',
  written: '::: shop.Order\n    options:\n      members: true\n\nSome words.',
  becomes: '`shop.Order`\n\nSome words.',
  tells: 'syntax-left-out ::: shop.Order',
  sign: /:::[ \t]+[A-Za-z_]/,
  read(lines, context) {
    if (lines.some(({ text }) => /^[\s>]*:{3,}\s*$/.test(text))) return lines
    const result: Line[] = []
    let indent: number | undefined
    for (const [index, one] of lines.entries()) {
      const depth = one.text.length - one.text.trimStart().length
      if (indent !== undefined && one.text.trim() !== '' && depth > indent) continue
      indent = undefined
      const [, prefix = '', name = ''] =
        (kindOf(one.text) === 'text' && documented.exec(one.text)) || []
      if (name === '' || findAlertType(name) !== undefined) {
        result.push(one)
        continue
      }
      // Options follow without a blank line.
      const below = lines[index + 1]?.text ?? ''
      if (setting.test(below)) indent = prefix.length
      context.leaveOut(`::: ${name}`, one.line)
      result.push({ ...one, text: prefix + codeSpanOf(name) })
      if (below.trim() !== '' && indent === undefined) {
        result.push({ ...one, text: prefix.trimEnd() })
      }
    }
    return result
  },
}

const definition = /^[\s>]*\[([^\][]{1,300})\]:/

const definitionBelow =
  /^[ >]*\[[^\][^]{1,300}\]:[ \t]*<?[\w./#][^\s]{0,1000}(?:[ \t]+["'(].{0,300})?[ \t]*$/

/** https://python-markdown.github.io/ Definitions need no blank line above. */
export const mkdocsDefinitions: Construct = {
  name: 'address of a reference right below words',
  written: 'See the [setup][].\n[setup]: guide/setup.md',
  becomes: 'See the [setup][].\n\n[setup]: guide/setup.md',
  sign: /^[ >]*\[[^\][^\n]+\]:/m,
  read(lines) {
    const kinds = kindsOf(lines)
    return lines.flatMap((one, index) => {
      const above = lines[index - 1]?.text ?? ''
      const isBelow =
        kinds[index] === 'text' &&
        kinds[index - 1] === 'text' &&
        /[^\s>]/.test(above) &&
        definitionBelow.test(one.text) &&
        !definition.test(above)
      const blank = /^[ >]*/.exec(one.text)?.[0].trimEnd() ?? ''
      return isBelow ? [{ ...one, text: blank }, one] : [one]
    })
  },
}

/** https://mkdocstrings.github.io/autorefs/ */
export const mkdocsReferences: Construct = {
  name: 'reference to a part of a program: its words',
  written: 'An [order][shop.Order] has a [`total`][].',
  becomes: 'An order has a `total`.',
  sign: /\]\[/,
  read(lines) {
    const defined = new Set(
      lines.flatMap(({ text }) => definition.exec(text)?.[1]?.toLowerCase() ?? []),
    )
    return replaceTags(lines, reference, ({ name, attributes }) =>
      defined.has((name || attributes).toLowerCase()) ? undefined : { inline: attributes },
    )
  },
}

/** A program's name, in code or not. */
const programName = /^(?:\uf4a0[^\uf4a0-\uf4a2]*\uf4a1|-{0,2}[A-Za-z_][\w.-]*)$/

/** A tag whose attributes are the link's words and whose name is the target. */
const reference: TagSyntax = {
  start: /(?<![\w\]!\\])\[(?!\[)/g,
  readTag(source, at) {
    const [written, words = '', name = ''] =
      /^\[([^\][]{1,500})\]\[((?:[^\][\s]+(?: [^\][\s]+){0,299} ?)?)\]/.exec(
        source.slice(at, at + 900),
      ) ?? []
    if (written === undefined || words.trim() === '') return undefined
    // `a [0][1]` is an index.
    const isName = name === '' ? programName.test(words) : /^[A-Za-z]/.test(name)
    if (!isName) return undefined
    return { kind: 'single', name, attributes: words, end: at + written.length }
  },
}

/** https://squidfunk.github.io/mkdocs-material/reference/icons-emojis/ */
export const mkdocsIcons: Construct = {
  name: 'icon: a sign if it has a meaning, else nothing beside words, and its name where it stands alone',
  written: '| :material-check: | :simple-docker: Docker | :fontawesome-solid-cloud-sun: |',
  becomes: '| ✓ | Docker | cloud sun |',
  sign: /:(?:material|fontawesome|octicons|simple|custom)-/i,
  read: (lines) =>
    mapText(withoutIconsAbove(lines), (text) =>
      text.includes(':') ? replaceIcons(text, icon) : text,
    ),
}

const sets = 'material|fontawesome|octicons|simple|custom'
const shortcode = `:(?:${sets})-(?:(?:brands|solid|regular)-)?([a-z\\d][a-z\\d-]{0,80}?)(?:-(?:16|24))?:`
const icon = new RegExp(
  `(?:(?<![ \\t])|(?<=:[ \\t]{1,9}))([ \\t]*)${shortcode}([ \\t]*(?:[-–—][ \\t]+)?)`,
  'gi',
)
const lineOfIcon = new RegExp(`^[ \\t]*${shortcode}[ \\t]*$`, 'i')

/** An icon on a line of its own belongs to the words on the next line. */
function withoutIconsAbove(lines: readonly Line[]): readonly Line[] {
  const kinds = kindsOf(lines)
  return lines.filter(({ text }, index) => {
    const isIcon = kinds[index] === 'text' && text.includes(':') && lineOfIcon.test(text)
    return !isIcon || !/^[ \t]*[\p{L}\p{N}*_[`(]/u.test(lines[index + 1]?.text ?? '')
  })
}

/** https://squidfunk.github.io/mkdocs-material/reference/images/#light-and-dark-mode */
export const mkdocsDarkImages: Construct = {
  name: 'image for dark screens: left out where there is one for light screens',
  written: '![Logo](images/logo.png#only-light) ![Logo](dark.png#only-dark)',
  becomes: '![Logo](images/logo.png) ',
  sign: /#(?:only-light|gh-light-mode-only)\b/,
  read: (lines) =>
    mapText(lines, (text) => {
      if (!text.includes('#')) return text
      const lit = replaceMatches(text, light, ([, image = '']) => image)
      return replaceMatches(lit, dark, () => '')
    }),
}

const light = /(\]\([^()\s#]{1,1000})#(?:only-light|gh-light-mode-only)(?=[)\s])/g
const dark =
  /!\[[^\][]{0,500}\]\([^()\s#]{1,1000}#(?:only-dark|gh-dark-mode-only)(?:\s[^()]{0,200})?\)(?:\{[^{}]{0,200}\})?/g
