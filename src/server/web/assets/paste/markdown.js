/** Makes GitHub Markdown of pasted HTML with Turndown. @module */
import { cleanHtml } from './clean.js'
import { readSources } from './sources.js'
import TurndownService from './turndown.js'

/** @param means `lose` counts the losses; see `cleanHtml` for the others. */
export function markdownOf(body, means) {
  readSources(body, means.lose)
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '***',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  })
  service.escape = escaped
  for (const [name, rule] of Object.entries(rules)) service.addRule(name, rule)
  return service.turndown(cleanHtml(body, means))
}

/** Escapes inline Markdown. */
function escaped(text) {
  return text
    .replaceAll(/[\\`*[\]]|<(?=[a-z/!?])|~(?=~)|(?<=~)~|&(?=#?\w+;)|\$(?=\S[^$]*\$)/gi, '\\$&')
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
}

/** Escapes Markdown at the start of a line. */
function escapedStarts(text) {
  return text
    .replaceAll(/^(#{1,6}(?=\s|$)|>|[+-](?=\s|$)|-{3,}|=+$|:::|!!!)/gm, '\\$1')
    .replaceAll(/^(\d+)([.)])(?=\s|$)/gm, '$1\\$2')
}

const rules = {
  paragraph: {
    filter: 'p',
    replacement(words, { parentNode }) {
      const isTight = parentNode.dataset?.tight !== undefined
      return isTight ? `${escapedStarts(words)}\n` : `\n\n${escapedStarts(words)}\n\n`
    },
  },
  lineBreak: {
    filter: 'br',
    replacement: (_, node) => (simpleCell(node) ? '<br>' : '\\\n'),
  },
  strong: { filter: 'strong', replacement: marked('**', 'strong') },
  emphasis: { filter: 'em', replacement: marked('*', 'em') },
  strikethrough: { filter: 'del', replacement: marked('~~', 'del') },
  tags: {
    filter: ['sub', 'sup', 'u', 'mark'],
    replacement: (words, { localName }) => `<${localName}>${words}</${localName}>`,
  },
  raw: { filter: 'paste-raw', replacement: (_, { textContent }) => textContent },
  item: { filter: 'li', replacement: writeItem },
  quote: {
    filter: 'blockquote',
    replacement(content, { dataset: { alert, title } }) {
      const words = title === undefined ? '' : ` ${escaped(title)}`
      const lines = `${alert === undefined ? '' : `[!${alert}]${words}\n`}${content.trim()}`
      return `\n\n${lines.replaceAll(/^/gm, '> ').replaceAll(/ +$/gm, '')}\n\n`
    },
  },
  details: {
    filter: 'details',
    replacement: (content) => `\n\n<details>\n${content.trim()}\n\n</details>\n\n`,
  },
  summary: {
    filter: 'summary',
    replacement(_, { textContent }) {
      const title = textContent.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;')
      return `<summary>${title}</summary>\n\n`
    },
  },
  table: { filter: 'table', replacement: writeTable },
  row: {
    filter: 'tr',
    replacement: (content, { parentNode }) =>
      isRich(parentNode) ? `<tr>\n${content.trim()}\n</tr>\n` : `|${content}\n`,
  },
  cell: { filter: ['td', 'th'], replacement: writeCell },
}

/** Signs next to punctuation do not close in Markdown, so a tag is written. */
function marked(sign, tag) {
  return (words, { previousSibling, nextSibling }) => {
    const isWord = (text) => /[\p{L}\p{N}]/u.test(text)
    const before = previousSibling?.textContent.at(-1) ?? ''
    const behind = nextSibling?.textContent.at(0) ?? ''
    const isClosed = isWord(words.at(-1)) || !isWord(behind)
    const isOpened = isWord(words[0]) || !isWord(before)
    return isOpened && isClosed ? sign + words + sign : `<${tag}>${words}</${tag}>`
  }
}

function writeItem(content, node) {
  const { dataset, parentNode: list, nextSibling } = node
  const isOther = list.dataset.other !== undefined
  const bullet = isOther ? '* ' : '- '
  const marker = list.localName === 'ol' ? `${dataset.number}${isOther ? ')' : '.'} ` : bullet
  const box = dataset.task === undefined ? '' : `[${dataset.task}] `
  const text = content.trim().replaceAll(/\n(?=[^\n])/g, `\n${' '.repeat(marker.length)}`)
  const isLoose = [...list.children].some(({ dataset: { tight } }) => tight === undefined)
  return `${marker}${box}${text}${nextSibling === null ? '' : isLoose ? '\n\n' : '\n'}`
}

/* Tables become Markdown, or HTML if cells are merged or contain blocks */

function isRich(table) {
  return table.dataset.rich !== undefined
}

function simpleCell(node) {
  const cell = node.parentNode.closest('td, th')
  return cell !== null && !isRich(cell.closest('table'))
}

function writeTable(content, table) {
  const text = content.trim()
  if (isRich(table)) return `\n\n<table>\n${text}\n</table>\n\n`
  const rows = [...table.children]
  const width = Math.max(...rows.map(({ children }) => children.length))
  const lines = text.split('\n').map((line, index) => {
    const missing = width - (rows[index]?.children.length ?? width)
    return line + '  |'.repeat(missing)
  })
  const rule = `|${' --- |'.repeat(width)}`
  const head = table.dataset.head === undefined ? [`|${'  |'.repeat(width)}`, rule] : []
  const all = head.length > 0 ? [...head, ...lines] : [lines[0], rule, ...lines.slice(1)]
  return `\n\n${all.join('\n')}\n\n`
}

function writeCell(content, cell) {
  const text = content.trim()
  if (!isRich(cell.closest('table'))) {
    return ` ${text.replaceAll(/(?<!\\)\|/g, '\\|').replaceAll('\n', ' ')} |`
  }
  const spans = ['colspan', 'rowspan']
    .filter((name) => cell.hasAttribute(name))
    .map((name) => ` ${name}="${cell.getAttribute(name)}"`)
  const { localName: name } = cell
  return `<${name}${spans.join('')}>${text === '' ? '' : `\n\n${text}\n\n`}</${name}>\n`
}
