// Gives each frame of a diagram the height that its page asks for, and the next time at once: frames are
// drawn only when they come near, and what stands below them is not to move then.
const maxHeight = 2000

/** The same diagram in a window of about the same width. */
function nameOf({ src, clientWidth }) {
  let sum = 0
  for (const letter of src) sum = (sum * 31 + letter.charCodeAt(0)) | 0
  return `markport-diagram:${sum}:${src.length}:${Math.round(clientWidth / 50)}`
}

function setHeight(frame, height) {
  frame.style.height = `${Math.min(Math.ceil(height), maxHeight)}px`
}

// A browser may refuse to keep anything.
function remembered(frame) {
  try {
    return Number(sessionStorage.getItem(nameOf(frame)))
  } catch {
    return 0
  }
}

function remember(frame, height) {
  try {
    sessionStorage.setItem(nameOf(frame), String(height))
  } catch {}
}

for (const frame of document.querySelectorAll('.diagram > iframe')) {
  const height = remembered(frame)
  if (height >= 1) setHeight(frame, height)
}

addEventListener('message', ({ source, data }) => {
  const height = Number(data?.diagramHeight)
  if (!(height >= 1)) return
  for (const frame of document.querySelectorAll('.diagram > iframe')) {
    if (frame.contentWindow !== source) continue
    setHeight(frame, height)
    remember(frame, height)
  }
})
