// Shows the copy buttons, and lets each copy the text of the element that it names.
for (const button of document.querySelectorAll('button[data-copy]')) {
  const label = button.firstChild
  button.hidden = false
  button.addEventListener('click', async () => {
    const source = document.getElementById(button.dataset.copy)
    try {
      await navigator.clipboard.writeText(source.textContent)
      label.data = 'Copied'
    } catch {
      getSelection().selectAllChildren(source)
      label.data = 'Selected'
    }
    setTimeout(() => {
      label.data = 'Copy'
    }, 2000)
  })
}
