/** Makes the buttons work that copy a text, and gives one to each block of code. @module */

const said = document.createElement('output')
said.className = 'visually-hidden'
document.querySelector('main').append(said)

for (const block of document.querySelectorAll('.document pre, pre.source')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.setAttribute('aria-label', 'Copy this code')
  const frame = document.createElement('div')
  frame.className = 'code'
  block.replaceWith(frame)
  frame.append(block, button)
  copyWith(button, block)
}

for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false
  copyWith(button, document.getElementById(button.dataset.copy))
}

function copyWith(button, source) {
  const label = button.firstChild
  button.addEventListener('click', async () => {
    const isCopied = await copy(source)
    label.data = isCopied ? 'Copied' : 'Selected'
    said.textContent = isCopied ? 'Copied' : 'The text is selected: copy it with the keyboard'
    setTimeout(() => {
      label.data = 'Copy'
      said.textContent = ''
    }, 2_000)
  })
}

/** Browsers give the clipboard to pages over HTTPS only; what is selected can still be copied. */
async function copy(source) {
  try {
    await navigator.clipboard.writeText(source.textContent)
    return true
  } catch {
    getSelection().selectAllChildren(source)
    return document.execCommand('copy')
  }
}
