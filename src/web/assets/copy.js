/** Adds a button to each text that is there to be copied. @module */

for (const block of document.querySelectorAll('pre.copyable')) {
  const text = block.textContent ?? ''
  const label = block.getAttribute('aria-label') ?? ''
  const frame = document.createElement('div')
  frame.className = 'copy-frame'
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.setAttribute('aria-label', `Copy: ${label}`)
  const state = document.createElement('output')
  button.addEventListener('click', async () => {
    state.textContent = (await copy(text, block)) ? 'Copied' : 'Selected: press Ctrl+C'
    setTimeout(() => {
      state.textContent = ''
    }, 3000)
  })
  block.replaceWith(frame)
  frame.append(block, state, button)
}

/** The clipboard is there on secure origins only; elsewhere the text is selected for the user. */
async function copy(text, block) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    getSelection()?.selectAllChildren(block)
    return document.execCommand('copy')
  }
}
