// Opens an image of a document at its own size, by click or key; links of images keep leading on.

/** Smaller ones are signs in a sentence. */
const minSize = 64

for (const image of document.querySelectorAll('.document img')) {
  if (image.closest('a') !== null) continue
  // One that the browser loads only once it is near has no size yet.
  if (image.naturalWidth > 0) offer(image)
  else image.addEventListener('load', () => offer(image), { once: true })
}

function offer(image) {
  const size = Math.max(image.naturalWidth, image.naturalHeight)
  if (size < minSize) return
  image.tabIndex = 0
  image.role = 'button'
  image.ariaLabel = image.alt === '' ? 'Enlarge the image' : `Enlarge: ${image.alt}`
  image.classList.add('enlargeable')
  image.addEventListener('click', () => show(image))
  image.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    show(image)
  })
}

function show({ src, alt }) {
  const dialog = document.createElement('dialog')
  dialog.className = 'image-view'
  dialog.ariaLabel = alt === '' ? 'Image' : alt
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'quiet'
  button.textContent = 'Close'
  const image = new Image()
  image.referrerPolicy = 'no-referrer'
  image.alt = alt
  image.src = src
  dialog.append(button, image)
  dialog.addEventListener('click', () => dialog.close())
  // The browser gives the focus back to the image that was opened.
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}
