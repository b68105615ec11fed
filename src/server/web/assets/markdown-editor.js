/**
 * Extends the text area of the import form: texts are inserted in a way that people can undo, large
 * pastes are fast, warnings lead to their line, the toolbar and its keys write Markdown, and the page
 * gets the title that its text begins with.
 * @module
 */

import { button, content, form, title } from './form-parts.js'

const toolbar = form.querySelector('[role="toolbar"]')

/** Above this length, the browser's undoable insertion takes seconds. */
const largeLength = 100_000

/** Inserts like typing, so that it can be undone. */
function replace(start, end, text) {
  content.focus()
  content.setSelectionRange(start, end)
  // Deprecated, but the only undoable way; empty text must be deleted.
  const command = text === '' ? 'delete' : 'insertText'
  if (text.length < largeLength && document.execCommand(command, false, text)) return
  content.setRangeText(text, start, end, 'end')
  // Browsers fire this event only for typing.
  content.dispatchEvent(new Event('input'))
}

/* Texts that other scripts insert */

function insertOver(text) {
  const { selectionStart, selectionEnd } = content
  // End the browser's undo step: undoing the insertion must not also undo the typing before it.
  content.blur()
  replace(selectionStart, selectionEnd, text)
}

/**
 * Inserts beside the selection; replaces it only for pasted text.
 * @param name The name of the file that has the text.
 */
export function insert({ text, isBlock, isOver, name }) {
  const { selectionEnd, value } = content
  if (!isOver) content.setSelectionRange(selectionEnd, selectionEnd)
  const before = value.slice(0, selectionEnd)
  const separator = !isBlock || before.trim() === '' ? '' : '\n\n'
  insertOver(separator + text.replaceAll(/\r\n?/g, '\n'))
  if (name !== undefined) fileTitle = name.replace(/\.[^.]*$/, '')
  update()
}

content.addEventListener('paste', (event) => {
  const text = event.clipboardData.getData('text/plain')
  if (event.defaultPrevented || text.length < largeLength) return
  event.preventDefault()
  insertOver(text)
})

/* Warnings */

function goToLine(line) {
  const lines = content.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((length, text) => length + text.length + 1, 0)
  const end = start + (lines[line - 1] ?? '').length
  // Browsers scroll to the caret of a field that gets the focus.
  content.blur()
  content.setSelectionRange(start, start)
  content.focus()
  content.setSelectionRange(start, end)
}

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-line]')
  if (link === null) return
  event.preventDefault()
  goToLine(Number(link.dataset.line))
})

/* Tools */

/** Adds or removes signs around the selection. */
function wrap(sign, placeholder) {
  const { selectionStart: start, selectionEnd: end, value } = content
  const selection = value.slice(start, end)
  const [before, after] = [
    value.slice(start - sign.length, start),
    value.slice(end, end + sign.length),
  ]
  // `*` must not match one star of `**`.
  const isInside = before === sign && after === sign && value[start - sign.length - 1] !== sign[0]
  if (isInside) {
    replace(start - sign.length, end + sign.length, selection)
    content.setSelectionRange(start - sign.length, end - sign.length)
    return
  }
  // Signs next to spaces have no meaning in Markdown.
  const words = selection.trim()
  const lead = selection.indexOf(words)
  const trail = selection.slice(lead + words.length)
  const text = words || placeholder
  replace(start, end, selection.slice(0, lead) + sign + text + sign + trail)
  const from = start + lead + sign.length
  content.setSelectionRange(from, from + text.length)
}

/** Adds signs before each selected line, or removes them if all lines have them. */
function startLines(sign, pattern) {
  const { selectionStart, selectionEnd, value } = content
  const start = value.lastIndexOf('\n', selectionStart - 1) + 1
  const next = value.indexOf('\n', Math.max(selectionStart, selectionEnd - 1))
  const end = next === -1 ? value.length : next
  const lines = value.slice(start, end).split('\n')
  const areMarked = lines.every((line) => pattern.test(line))
  const text = lines.map((line) => (areMarked ? line.replace(pattern, '') : sign + line)).join('\n')
  replace(start, end, text)
  content.setSelectionRange(start, start + text.length)
}

function codeTool() {
  const { selectionStart: start, selectionEnd: end, value } = content
  const selection = value.slice(start, end)
  if (!selection.includes('\n')) {
    wrap('`', 'code')
    return
  }
  // The new fence must be longer than any fence in the selection.
  const runs = selection.match(/`+/g) ?? []
  const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)))
  replace(start, end, `${fence}\n${selection.replace(/\n$/, '')}\n${fence}\n`)
}

function linkTool() {
  const { selectionStart: start, selectionEnd: end, value } = content
  const selection = value.slice(start, end)
  const isAddress = /^(?:https?:\/\/|mailto:)\S+$/.test(selection)
  const words = isAddress ? 'words' : selection || 'words'
  const address = isAddress ? selection : 'https://'
  replace(start, end, `[${words}](${address})`)
  // Selects the part that is still to be typed.
  const from = isAddress ? start + 1 : start + words.length + 3
  content.setSelectionRange(from, from + (isAddress ? words : address).length)
}

function tableTool() {
  const { selectionStart: start, value } = content
  const isAtStart = start === 0 || value[start - 1] === '\n'
  const table = '| Column | Column |\n| --- | --- |\n| Cell | Cell |\n'
  replace(start, start, `${isAtStart ? '' : '\n\n'}${table}`)
}

const tools = {
  heading: () => startLines('## ', /^#{1,6} /),
  bold: () => wrap('**', 'words'),
  italic: () => wrap('*', 'words'),
  code: codeTool,
  link: linkTool,
  list: () => startLines('- ', /^[-*+] (?!\[[ x]\] )/),
  tasks: () => startLines('- [ ] ', /^[-*+] \[[ x]\] /),
  quote: () => startLines('> ', /^> ?/),
  table: tableTool,
  file: () => document.getElementById('importFile').click(),
}

toolbar.addEventListener('click', ({ target }) =>
  tools[target.closest('[data-tool]')?.dataset.tool]?.(),
)

/* The toolbar is one tab stop with arrow keys: https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/ */

const buttons = [...toolbar.querySelectorAll('[data-tool]')]
toolbar.addEventListener('keydown', (event) => {
  const at = buttons.indexOf(document.activeElement)
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
  if (at === -1 || to === undefined) return
  event.preventDefault()
  const next = buttons.at(to === buttons.length ? 0 : to)
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1
  next.focus()
})

/* Keys */

const keys = { b: 'bold', i: 'italic', e: 'code', k: 'link' }

/** Enter continues a list; on an empty item it ends the list. */
content.addEventListener('keydown', (event) => {
  const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
  const { selectionStart: at, selectionEnd, value } = content
  if (event.key !== 'Enter' || !isPlain || event.isComposing || at !== selectionEnd) return
  const start = value.lastIndexOf('\n', at - 1) + 1
  const [marker, before, sign, box] =
    /^([\s>]*)([-*+]|\d{1,9}[.)])( \[[ xX]\])? +/.exec(value.slice(start, at)) ?? []
  if (marker === undefined) return
  event.preventDefault()
  const [line] = value.slice(start).split('\n', 1)
  if (line.slice(marker.length).trim() === '') {
    replace(start, start + line.length, '')
    return
  }
  const next = sign.replace(/^\d+/, (number) => String(Number(number) + 1))
  replace(at, at, `\n${before}${next}${box === undefined ? '' : ' [ ]'} `)
})

form.addEventListener('keydown', (event) => {
  if ((!event.ctrlKey && !event.metaKey) || event.altKey || event.shiftKey) return
  const key = event.key.toLowerCase()
  if (key === 's') {
    event.preventDefault()
    form.requestSubmit(button)
  } else if (event.target === content && keys[key] !== undefined) {
    event.preventDefault()
    tools[keys[key]]()
  }
})

/* The title comes from the Markdown's first heading or the file name; a typed title stays. */

/** The title that we filled in last. If the field differs, the user has typed another one. */
let filledTitle = ''
let fileTitle = ''

function headingOf(markdown) {
  const [, matter = ''] = /^(---\r?\n[\s\S]*?\n---\r?\n)/.exec(markdown.slice(0, 10_000)) ?? []
  const titleMatch = /^title:[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^\n]*))$/m.exec(matter)
  const titleText = titleMatch?.slice(1).find(Boolean)?.trim()
  if (titleText) return titleText
  const line = markdown
    .slice(matter.length, matter.length + 2_000)
    .trimStart()
    .split('\n', 1)[0]
  const [, heading = ''] = /^#[ \t]+(.*)$/.exec(line) ?? []
  return plainText(heading.replace(/[ \t]#*[ \t]*$/, ''))
}

/** Removes the inline Markdown that headings usually have. */
function plainText(inline) {
  return inline
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`]|\B_|_\B|\\(?=[!-/:-@[-`{-~])/g, '')
    .trim()
}

function update() {
  const suggested = headingOf(content.value) || (content.value === '' ? '' : fileTitle)
  const isFree = title.value.trim() === '' || title.value === filledTitle
  if (!isFree || suggested === '' || suggested === title.value) return
  filledTitle = suggested
  title.value = suggested
  title.dispatchEvent(new Event('input'))
}

content.addEventListener('input', update)
update()
