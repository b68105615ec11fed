/**
 * Converts formatted pastes to Markdown, and says which formatting is lost. Plain text and code from an
 * editor stay unchanged. The first formatted paste loads the converter.
 * @module
 */

import { content, form } from './form-parts.js'
import { addImage } from './import-images.js'
import { insert } from './markdown-editor.js'

const note = document.getElementById('importPasted')

/** Longer text is pasted plain, because converting would take seconds. */
const maxTextLength = 1_000_000
const maxMarkupLength = 16_000_000

content.addEventListener('paste', (event) => {
  const { clipboardData } = event
  const markup = clipboardData.getData('text/html')
  if (event.defaultPrevented || markup === '' || markup.length > maxMarkupLength) return
  const plain = clipboardData.getData('text/plain')
  const files = [...clipboardData.files].filter(({ type }) => type.startsWith('image/'))
  // A copied image also comes as a file.
  if (plain === '' && files.length > 0) return
  const body = parse(markup)
  if (isPlain(body) || isInFence() || body.textContent.length > maxTextLength) return
  event.preventDefault()
  void convert({ body, files, plain })
})

/** The page's policy refuses style attributes, so they are renamed before parsing. */
function parse(markup) {
  const renamed = markup
    .replaceAll(/<style[\s\S]*?<\/style>/gi, '')
    .replaceAll(/(?<=\s)style(?=\s*=)/gi, 'pasted-$&')
  const { body } = new DOMParser().parseFromString(renamed, 'text/html')
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode() !== null) {
    const { currentNode } = texts
    currentNode.data = currentNode.data.replaceAll(/pasted-(?=style\s*=)/gi, '')
  }
  return body
}

const probe = document.createElement('i')

function styleOf(element) {
  probe.style.cssText = element.getAttribute('pasted-style') ?? ''
  return probe.style
}

/** Tells whether a paste is unformatted words, a text file, or lines from a code editor. */
function isPlain(body) {
  const elements = [...body.querySelectorAll('*')]
  if (
    elements.every((child) => /^(?:meta|span)$/.test(child.localName) && isWords(styleOf(child)))
  ) {
    return true
  }
  const [only, ...others] = body.querySelectorAll(':scope > :not(meta, style)')
  if (only === undefined || others.length > 0) return false
  if (only.localName === 'pre') return only.className === '' && only.children.length === 0
  return isMonospace(styleOf(only)) && only.querySelector('table, ul, ol, h1, h2, h3') === null
}

function isWords({ fontWeight, fontStyle, verticalAlign, textDecoration }) {
  const isBold = fontWeight === 'bold' || Number(fontWeight) >= 600
  const isRaised = verticalAlign === 'sub' || verticalAlign === 'super'
  return !isBold && fontStyle !== 'italic' && !isRaised && !textDecoration.includes('line-through')
}

function isMonospace({ fontFamily }) {
  return /monospace|consolas|courier|menlo|monaco/i.test(fontFamily)
}

/** Tells whether the caret is in a fenced code block. */
function isInFence() {
  let fence
  for (const line of content.value.slice(0, content.selectionStart).split('\n')) {
    const [, marks] = /^\s{0,3}(`{3,}|~{3,})/.exec(line) ?? []
    if (fence === undefined) fence = marks
    else if (marks?.startsWith(fence)) fence = undefined
  }
  return fence !== undefined
}

async function convert({ body, files, plain }) {
  const lost = new Map()
  const lose = (what) => lost.set(what, (lost.get(what) ?? 0) + 1)
  let text = plain
  try {
    const { markdownOf } = await import(form.dataset.pasteScript)
    text = markdownOf(body, { lose, styleOf, addressOf: imageAddresses(body, files) }) || plain
  } catch (error) {
    reportError(error)
    lost.clear()
    lose('formatting')
  }
  insert({ text, isOver: true })
  tell(lost)
}

/** Gives names to images in the paste; images that stayed in the other program are lost. */
function imageAddresses(body, files) {
  const sources = [...body.querySelectorAll('img')].map((image) => image.getAttribute('src') ?? '')
  const unread = sources.filter((source) => !/^(?:https?:|data:)/i.test(source))
  const remaining = unread.length === files.length ? [...files] : []
  return (source) => {
    if (/^https?:/i.test(source)) return source
    const file = source.startsWith('data:image/') ? fileOf(source) : remaining.shift()
    return file && addImage(file, { isInText: true })
  }
}

function fileOf(source) {
  const [, type, ending, isBase64, data] =
    /^data:(image\/([\w-]+)[^;,]*)[^,]*?(;base64)?,(.*)$/s.exec(source) ?? []
  if (type === undefined) return undefined
  try {
    const bytes = isBase64
      ? Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))
      : new TextEncoder().encode(decodeURIComponent(data))
    return new File([bytes], `image.${ending.replace('jpeg', 'jpg')}`, { type })
  } catch {
    return undefined
  }
}

function tell(lost) {
  const parts = [...lost].map(([what, count]) =>
    count === 1 ? `1 ${what}` : `${count} ${what.replace(/^\w+/, '$&s')}`,
  )
  const losses = parts.length === 0 ? '' : ` Not kept: ${parts.join(', ')}.`
  note.textContent = `What was pasted became Markdown.${losses} Ctrl+Z takes it back; Ctrl+Shift+V pastes text alone.`
  note.dataset.kind = parts.length === 0 ? 'ready' : 'lossy'
  note.hidden = false
}

content.addEventListener('input', ({ inputType }) => {
  if (inputType?.startsWith('insert') && inputType !== 'insertText') return
  if (inputType !== undefined) note.hidden = true
})
