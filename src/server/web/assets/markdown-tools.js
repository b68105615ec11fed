/** Writes Markdown for the toolbar's buttons and their keys. @module */

const form = document.getElementById('importForm')
const content = document.getElementById('importContent')
const toolbar = form.querySelector('[role="toolbar"]')

/** Inserts like typing, so that it can be undone. */
function replace(start, end, text) {
  content.focus()
  content.setSelectionRange(start, end)
  // Deprecated, but the only undoable way; empty text must be deleted.
  const isDone = document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
  if (isDone) return
  content.setRangeText(text, start, end, 'end')
  content.dispatchEvent(new Event('input'))
}

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
  // Longer than any fence in the selection.
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

/* One stop for the tabulator, and arrows within: https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/ */

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
    form.requestSubmit(form.querySelector('button[value="import"]'))
  } else if (event.target === content && keys[key] !== undefined) {
    event.preventDefault()
    tools[keys[key]]()
  }
})
