/**
 * Keeps the images of the import form beside its text, which has short names for them: sends them along,
 * and lists them.
 * @module
 */

const form = document.getElementById('importForm')
const content = document.getElementById('importContent')
const list = document.getElementById('importImages')

/** By the names that the text has for them. */
const images = new Map()

/** Whoever puts the image into the text gets its address there. */
content.addEventListener('markport:image', ({ detail }) => {
  const { file, isInText } = detail
  const name = freeName(file.name)
  images.set(name, file)
  detail.address = addressOf(name)
  // An image that the text names already belongs there.
  if (!isInText && !isNamed(name)) {
    const words = name.replaceAll(/[[\]\\]/g, '').replace(/\.\w+$/, '')
    const text = `![${words}](${addressOf(name)})`
    content.dispatchEvent(new CustomEvent('markport:insert', { detail: { text } }))
  }
  imagesChanged()
})

function addressOf(name) {
  return encodeURI(name).replaceAll(/[()#?]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
}

/** As the last part of an address. */
function isNamed(name) {
  const { value } = content
  return [name, addressOf(name)].some((written) => {
    let at = value.indexOf(written)
    while (at > 0 && !/[(/<"'=\s]/.test(value[at - 1])) at = value.indexOf(written, at + 1)
    return at > 0
  })
}

function freeName(name) {
  if (!images.has(name)) return name
  const [, stem, ending] = /^(.*?)(\.\w+)?$/s.exec(name)
  let number = 2
  while (images.has(`${stem}-${number}${ending ?? ''}`)) number += 1
  return `${stem}-${number}${ending ?? ''}`
}

function showImages() {
  list.replaceChildren(...[...images].map(([name, file]) => imageItem(name, file)))
}

let isTold = true

/** Many that come at once are told of once. */
function imagesChanged() {
  if (!isTold) return
  isTold = false
  queueMicrotask(() => {
    isTold = true
    showImages()
    content.dispatchEvent(new Event('input'))
  })
}

function imageItem(name, file) {
  const item = document.createElement('li')
  const remove = document.createElement('button')
  remove.type = 'button'
  remove.className = 'plain'
  remove.textContent = 'Remove'
  remove.setAttribute('aria-label', `Remove the image ${name}`)
  remove.addEventListener('click', () => {
    images.delete(name)
    imagesChanged()
    content.focus()
  })
  const state = isNamed(name) ? '' : ', not in the text'
  item.append(`${name} (${sizeText(file.size)}${state}) `, remove)
  return item
}

function sizeText(bytes) {
  const isLarge = bytes >= 1024 * 1024
  return `${(bytes / (isLarge ? 1024 * 1024 : 1024)).toFixed(1)} ${isLarge ? 'MiB' : 'KiB'}`
}

content.addEventListener('input', () => {
  // The buttons of a list that is made anew would lose the focus.
  if (images.size > 0 && !list.contains(document.activeElement)) showImages()
})
form.addEventListener('formdata', ({ formData }) => {
  // The file is in the text already.
  formData.delete('file')
  for (const [name, file] of images) formData.append('image', file, name)
})

/** Those of a draft come with the form. */
function restoreImages() {
  const kept = document.getElementById('importDraftImages')?.textContent ?? '[]'
  for (const [name, url] of JSON.parse(kept)) {
    const [, type, base64] = /^data:([^;,]*);base64,(.*)$/s.exec(url)
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
    images.set(name, new File([bytes], name, { type }))
  }
  if (images.size > 0) showImages()
}

restoreImages()
