/**
 * What the text area of the import form cannot do by itself: take files, take large pastes at once,
 * and go to the line of a warning.
 * @module
 */

const content = document.getElementById('importContent')
const title = document.getElementById('importTitle')
const file = document.getElementById('importFile')
const state = document.getElementById('importState')

/** Browsers say so themselves only of what is typed. */
function changed() {
  content.dispatchEvent(new Event('input'))
}

/* Files */

async function addFile(chosen) {
  let text
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await chosen.arrayBuffer())
  } catch {
    state.dataset.kind = 'problem'
    state.textContent = `${chosen.name} is no text in UTF-8.`
    return
  }
  if (title.value.trim() === '') title.value = titleOf(chosen.name, text)
  const { selectionEnd, value } = content
  const separator = value.trim() === '' ? '' : '\n\n'
  // Beside what was typed, never in its place.
  content.setRangeText(separator + text, selectionEnd, selectionEnd, 'start')
  content.focus()
  changed()
}

function titleOf(name, text) {
  const [, heading] = /^# +(.+?)[ #]*$/m.exec(text) ?? []
  return heading ?? name.replace(/\.[^.]*$/, '')
}

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

/* Large pastes */

/** From here on a browser's own paste, which it can undo, takes it seconds. */
const largePasteLength = 100_000

function pasteLarge(event) {
  const text = event.clipboardData.getData('text/plain')
  if (text.length < largePasteLength) return
  event.preventDefault()
  content.setRangeText(text, content.selectionStart, content.selectionEnd, 'end')
  changed()
}

/* Events */

content.addEventListener('paste', pasteLarge)
file.addEventListener('change', async () => {
  for (const chosen of [...file.files]) await addFile(chosen)
  file.value = ''
})

for (const type of ['dragenter', 'dragover']) {
  content.addEventListener(type, (event) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    content.classList.add('dropping')
  })
}
content.addEventListener('dragleave', () => content.classList.remove('dropping'))
content.addEventListener('drop', async (event) => {
  content.classList.remove('dropping')
  if (event.dataTransfer.files.length === 0) return
  event.preventDefault()
  for (const dropped of [...event.dataTransfer.files]) await addFile(dropped)
})

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-line]')
  if (link === null) return
  event.preventDefault()
  goToLine(Number(link.dataset.line))
})
