// Gives each frame of a diagram the height that its page asks for.
const maxHeight = 2000

addEventListener('message', ({ source, data }) => {
  const height = Number(data?.diagramHeight)
  if (!(height >= 1)) return
  for (const frame of document.querySelectorAll('.diagram > iframe')) {
    if (frame.contentWindow === source) {
      frame.style.height = `${Math.min(Math.ceil(height), maxHeight)}px`
    }
  }
})
