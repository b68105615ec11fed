/** Adds a button to each text that is there to be copied. @module */

for (const block of document.querySelectorAll('pre.example')) {
  const text = block.textContent ?? ''
  const label = block.getAttribute('aria-label') ?? ''
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
  const bar = document.createElement('div')
  bar.className = 'copy-bar'
  bar.append(label, state, button)
  block.before(bar)
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
