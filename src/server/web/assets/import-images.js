/**
 * Keeps the images of the import form, which its text refers to by short names: lists the images, and
 * sends them with the form.
 * @module
 */

import { content, element, form } from './form-parts.js'
import { insert } from './markdown-editor.js'

const list = document.getElementById('importImages')

const images = new Map()

/** @returns The image's address for the text. */
export function addImage(file, { isInText = false } = {}) {
  const name = freeName(file.name)
  images.set(name, file)
  // The text already names this image.
  if (!isInText && !isNamed(name)) {
    const words = name.replaceAll(/[[\]\\]/g, '').replace(/\.\w+$/, '')
    insert({ text: `![${words}](${addressOf(name)})` })
  }
  imagesChanged()
  return addressOf(name)
}

function addressOf(name) {
  return encodeURI(name).replaceAll(/[()#?]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
}

/** Tells whether an address in the text ends with the name. */
function isNamed(name) {
  const { value } = content
  return [name, addressOf(name)].some((text) => {
    let at = value.indexOf(text)
    while (at > 0 && !/[(/<"'=\s]/.test(value[at - 1])) at = value.indexOf(text, at + 1)
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

/** Shows one notice for several images that arrive at once. */
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
  const remove = element('button', { type: 'button', className: 'plain' }, 'Remove')
  remove.setAttribute('aria-label', `Remove the image ${name}`)
  remove.addEventListener('click', () => {
    images.delete(name)
    imagesChanged()
    content.focus()
  })
  const state = isNamed(name) ? '' : ', not in the text'
  return element('li', {}, `${name} (${sizeText(file.size)}${state}) `, remove)
}

function sizeText(bytes) {
  const isLarge = bytes >= 1024 * 1024
  return `${(bytes / (isLarge ? 1024 * 1024 : 1024)).toFixed(1)} ${isLarge ? 'MiB' : 'KiB'}`
}

content.addEventListener('input', () => {
  // Rebuilding the list would lose the focus of its buttons.
  if (images.size > 0 && !list.contains(document.activeElement)) showImages()
})
form.addEventListener('formdata', ({ formData }) => {
  for (const [name, file] of images) formData.append('image', file, name)
})

function restoreImages() {
  const draftJson = document.getElementById('importDraftImages')?.textContent ?? '[]'
  for (const [name, url] of JSON.parse(draftJson)) {
    const [, type, base64] = /^data:([^;,]*);base64,(.*)$/s.exec(url)
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    images.set(name, new File([bytes], name, { type }))
  }
  if (images.size > 0) showImages()
}

restoreImages()
