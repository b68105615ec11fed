/**
 * What the text area of the import form cannot do by itself: take texts in a way that can be undone,
 * take large pastes at once, and go to the line of a warning.
 * @module
 */

const content = document.getElementById('importContent')

/* Texts that others bring */

/** From here on a browser's own insertion, which it can undo, takes it seconds. */
const largeLength = 100_000

function insert(text) {
  content.focus()
  // Deprecated, and the only way to insert that browsers can undo.
  if (text.length < largeLength && document.execCommand('insertText', false, text)) return
  content.setRangeText(text, content.selectionStart, content.selectionEnd, 'end')
  // Browsers say so themselves only of what is typed.
  content.dispatchEvent(new Event('input'))
}

/** Beside what was typed; in place of what is chosen only when that is how texts are pasted. */
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
  const start = lines.slice(0, line - 1).reduce((length, one) => length + one.length + 1, 0)
  content.focus()
  content.setSelectionRange(start, start + (lines[line - 1] ?? '').length)
  content.scrollTop = heightOf(content.value.slice(0, start)) - content.clientHeight / 3
}

/** Lines wrap, so only an element of the same shape knows how high some of them are. */
function heightOf(text) {
  const mirror = document.createElement('div')
  mirror.className = 'editor-mirror'
  mirror.style.width = `${content.clientWidth}px`
  mirror.textContent = `${text}\u200b`
  content.after(mirror)
  const height = mirror.offsetHeight
  mirror.remove()
  return height
}

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-line]')
  if (link === null) return
  event.preventDefault()
  goToLine(Number(link.dataset.line))
})
