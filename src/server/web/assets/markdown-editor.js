/**
 * What the text area of the import form cannot do by itself: take texts in a way that can be undone,
 * take large pastes at once, and go to the line of a warning.
 * @module
 */

const content = document.getElementById('importContent')

/* Texts that others bring */

/** Above this length, the browser's undoable insertion takes seconds. */
const largeLength = 100_000

function insert(text) {
  // Without it, taking the text back would take what was typed before, too.
  content.blur()
  content.focus()
  // Deprecated, but the only insertion that browsers can undo.
  if (text.length < largeLength && document.execCommand('insertText', false, text)) return
  content.setRangeText(text, content.selectionStart, content.selectionEnd, 'end')
  // Browsers fire this event only for typing.
  content.dispatchEvent(new Event('input'))
}

/** Inserts beside the selection; replaces it only for pasted text. */
content.addEventListener('markport:insert', ({ detail: { text, isBlock, isOver } }) => {
  const { selectionEnd, value } = content
  if (!isOver) content.setSelectionRange(selectionEnd, selectionEnd)
  const before = value.slice(0, selectionEnd)
  const separator = !isBlock || before.trim() === '' ? '' : '\n\n'
  insert(separator + text.replaceAll(/\r\n?/g, '\n'))
})

content.addEventListener('paste', (event) => {
  const text = event.clipboardData.getData('text/plain')
  if (event.defaultPrevented || text.length < largeLength) return
  event.preventDefault()
  insert(text)
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
