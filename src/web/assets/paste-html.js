/**
 * Makes Markdown of what is pasted with formatting, and says what of it Markdown has no signs for. What is
 * pasted as plain text, from an editor of code for instance, stays as it is.
 * @module
 */

const content = document.getElementById('importContent')
const note = document.getElementById('importPasted')

/** Programs that write HTML around nothing but text. */
const formatted =
  'a[href], b, strong, em, i, del, s, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, pre, code, img, hr'
/** What readers would not find. */
const lostNames = new Set(
  'video audio iframe object embed canvas svg input select textarea button'.split(' '),
)
const unseen = new Set(['script', 'style', 'template', 'meta', 'link', 'title', 'head', 'noscript'])
/** Nested deeper, a hostile page would cost the browser its stack. */
const maxDepth = 100
/** Longer, it is pasted as text. */
const maxLength = 1_000_000

content.addEventListener('paste', (event) => {
  if (event.defaultPrevented) return
  const markup = event.clipboardData.getData('text/html')
  if (markup === '' || markup.length > maxLength) return
  const { body } = new DOMParser().parseFromString(markup, 'text/html')
  if (body.querySelector(formatted) === null || isSourceCode(body)) return
  const lost = new Map()
  const text = blocks(body, { lost, depth: 0, holders: holdersOf(body) })
  if (text === '') return
  event.preventDefault()
  content.dispatchEvent(new CustomEvent('markport:insert', { detail: { text, isOver: true } }))
  tell(lost)
})

/** Editors of code paste their lines in one font, and nothing else. */
function isSourceCode(body) {
  const [only] = body.children
  const isAlone = body.children.length === 1
  return isAlone && /monospace|Consolas|Menlo|Courier/i.test(only.getAttribute('style') ?? '')
}

function tell(lost) {
  const parts = [...lost].map(([what, count]) => (count === 1 ? what : `${what}, ${count} times`))
  const text = parts.length === 0 ? '' : ` Left out: ${parts.join('; ')}.`
  note.textContent = `What was pasted became Markdown.${text} Ctrl+Z takes it back; Ctrl+Shift+V pastes text alone.`
  note.dataset.kind = parts.length === 0 ? 'ready' : 'lossy'
  note.hidden = false
}
content.addEventListener('input', ({ inputType }) => {
  if (inputType?.startsWith('insert') && inputType !== 'insertText') return
  if (inputType !== undefined) note.hidden = true
})

function lose({ lost }, what) {
  lost.set(what, (lost.get(what) ?? 0) + 1)
}

/* Blocks */

const blockNames =
  /^(?:address|article|aside|blockquote|body|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|ul)$/

function nameOf(node) {
  return node.nodeType === Node.ELEMENT_NODE ? node.localName : ''
}

/** What stands in an element, block by block, with an empty line between two. */
function blocks(parent, outer) {
  const inner = { ...outer, depth: outer.depth + 1 }
  if (inner.depth > maxDepth) return parent.textContent.trim()
  const done = []
  let run = []
  const endRun = () => {
    const text = inlineText(run, inner).trim()
    if (text !== '') done.push(escapeStart(text))
    run = []
  }
  for (const node of parent.childNodes) {
    if (!isBlock(node, inner)) {
      run.push(node)
      continue
    }
    endRun()
    const text = block(node, inner)
    if (text !== '') done.push(text)
  }
  endRun()
  return done.join('\n\n')
}

/** Also what has blocks in it, such as the `b` around all that some programs paste. */
function isBlock(node, { holders }) {
  const name = nameOf(node)
  return blockNames.test(name) || (name !== '' && name !== 'a' && holders.has(node))
}

/** Each element is gone through once, however deep blocks stand. */
function holdersOf(body) {
  const holders = new WeakSet()
  for (const one of body.querySelectorAll('p, div, ul, ol, table, pre, h1, h2, h3, blockquote')) {
    for (let up = one.parentElement; up !== null && !holders.has(up); up = up.parentElement) {
      holders.add(up)
    }
  }
  return holders
}

function block(node, inner) {
  const name = nameOf(node)
  const [, level] = /^h([1-6])$/.exec(name) ?? []
  if (level !== undefined) {
    const text = inlineText(node.childNodes, inner).trim().replaceAll(/\\?\n/g, ' ')
    return text === '' ? '' : `${'#'.repeat(Number(level))} ${text}`
  }
  switch (name) {
    case 'hr':
      return '---'
    case 'pre':
      return fenced(node)
    case 'blockquote':
      return prefixed(blocks(node, inner), '> ', '> ')
    case 'ul':
    case 'ol':
      return list(node, inner)
    case 'table':
      return table(node, inner)
    default:
      return lostNames.has(name) ? inline(node, inner) : blocks(node, inner)
  }
}

function prefixed(text, first, rest) {
  return text
    .split('\n')
    .map((line, index) => ((index === 0 ? first : rest) + line).trimEnd())
    .join('\n')
}

function fenced(node) {
  const text = node.textContent.replace(/\n$/, '')
  const runs = text.match(/`+/g) ?? []
  const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)))
  const { className = '' } = node.querySelector('code') ?? node
  const [, language = ''] = /\blanguage-([\w+#-]+)/.exec(className) ?? []
  return `${fence}${language}\n${text}\n${fence}`
}

function list(node, inner) {
  const isNumbered = nameOf(node) === 'ol'
  const items = []
  let number = Number(node.getAttribute('start') ?? 1)
  for (const child of node.children) {
    // Some programs put a list right into a list.
    if (nameOf(child) !== 'li') {
      const text = blocks(child, inner)
      const below = /^[uo]l$/.test(nameOf(child)) ? list(child, inner) : text
      items.push(prefixed(below, '   ', '   '))
      continue
    }
    const box = child.querySelector(
      ':scope > input[type="checkbox"], :scope > label > input[type="checkbox"], :scope > p > input[type="checkbox"]',
    )
    const task = box === null ? '' : box.checked ? '[x] ' : '[ ] '
    box?.remove()
    const sign = isNumbered ? `${number}. ` : '- '
    number += 1
    const text = blocks(child, inner)
    const isTight = child.querySelector('p, pre, blockquote, table') === null
    items.push(
      prefixed(
        task + (isTight ? text.replaceAll('\n\n', '\n') : text),
        sign,
        ' '.repeat(sign.length),
      ),
    )
  }
  return items.join('\n')
}

function table(node, inner) {
  const rows = [...node.querySelectorAll('tr')].filter((row) => row.closest('table') === node)
  if (node.querySelector('[colspan]:not([colspan="1"]), [rowspan]:not([rowspan="1"])') !== null) {
    lose(inner, 'joined cells of a table')
  }
  const cells = rows.map((row) =>
    [...row.cells].map((cell) => {
      if (cell.querySelector('ul, ol, table, pre') !== null)
        lose(inner, 'blocks in a cell of a table')
      return inlineText(cell.childNodes, inner)
        .trim()
        .replaceAll(/\\?\n+/g, ' ')
        .replaceAll('|', '\\|')
    }),
  )
  const width = Math.max(0, ...cells.map(({ length }) => length))
  if (width === 0) return ''
  const line = (row) =>
    `| ${Array.from({ length: width }, (_, index) => row[index] ?? '').join(' | ')} |`
  const [head = [], ...body] = cells
  return [line(head), line(Array(width).fill('---')), ...body.map(line)].join('\n')
}

/* Text */

function inlineText(nodes, inner) {
  return [...nodes].map((node) => inline(node, inner)).join('')
}

const marks = { b: '**', strong: '**', em: '*', i: '*', del: '~~', s: '~~', strike: '~~' }

function inline(node, outer) {
  if (node.nodeType === Node.TEXT_NODE) return escaped(node.data.replaceAll(/[\s\u00a0]+/g, ' '))
  const name = nameOf(node)
  if (name === '' || unseen.has(name)) return ''
  const inner = { ...outer, depth: outer.depth + 1 }
  if (inner.depth > maxDepth) return escaped(node.textContent)
  if (lostNames.has(name)) {
    lose(inner, name)
    return ''
  }
  switch (name) {
    case 'br':
      return '\\\n'
    case 'img':
      return image(node, inner)
    case 'code':
    case 'kbd':
    case 'samp':
      return codeSpan(node.textContent)
    case 'a':
      return link(node, inner)
    default:
      return marked(inlineText(node.childNodes, inner), isNormal(node) ? undefined : marks[name])
  }
}

/** Google Docs pastes all in a `b` that is none. */
function isNormal(node) {
  return /font-weight:\s*(?:normal|400)/.test(node.getAttribute('style') ?? '')
}

/** Signs must stand at words. */
function marked(text, before, after = before) {
  const words = text.trim()
  if (before === undefined || words === '') return text
  const at = text.indexOf(words)
  return text.slice(0, at) + before + words + after + text.slice(at + words.length)
}

function codeSpan(text) {
  const words = text.replaceAll(/\s+/g, ' ')
  if (words.trim() === '') return words
  const runs = words.match(/`+/g) ?? []
  const sign = '`'.repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1)
  const pad = /^`|`$/.test(words) ? ' ' : ''
  return `${sign}${pad}${words}${pad}${sign}`
}

function addressOf(text) {
  return text
    .trim()
    .replaceAll(/[\s<>()\\]/g, (sign) =>
      encodeURIComponent(sign).replace('(', '%28').replace(')', '%29'),
    )
}

function link(node, inner) {
  const words = inlineText(node.childNodes, inner)
  const address = node.getAttribute('href') ?? ''
  const leadsOn = /^(?:https?:|mailto:|tel:|\/(?!\/))/i.test(address)
  if (!leadsOn) {
    if (address !== '' && !address.startsWith('#'))
      lose(inner, 'a link that leads nowhere from here')
    return words
  }
  return words.trim() === '' ? '' : marked(words, '[', `](${addressOf(address)})`)
}

function image(node, inner) {
  const address = node.getAttribute('src') ?? ''
  if (!/^(?:https?:|data:image\/)/i.test(address)) {
    lose(inner, 'an image that is only where it was copied')
    return ''
  }
  return `![${escaped(node.getAttribute('alt') ?? '').replaceAll('\n', ' ')}](${addressOf(address)})`
}

/** What would mean something. */
function escaped(text) {
  return text.replaceAll(/[\\`*_[\]<~]/g, '\\$&').replaceAll(/&(?=[a-z#])/gi, '\\&')
}

/** What would mean something at the start of a line. */
function escapeStart(text) {
  return text
    .replaceAll(/^(\s*)([#>|+-]|=+$)/gm, '$1\\$2')
    .replaceAll(/^(\s*\d+)([.)])(?=\s|$)/gm, '$1\\$2')
}
