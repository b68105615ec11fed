/**
 * Adds chosen, dropped and pasted files to the import form. A single text fills the text area, images
 * are attached and named in the text, and several texts or a folder become an import of a folder.
 * @module
 */

import { content, form, isFolder as isFolderShown, place, say } from './form-parts.js'
import { openFolder } from './import-folder.js'
import { addImage } from './import-images.js'
import { insert } from './markdown-editor.js'

const chosenFiles = document.getElementById('importFile')
const chosenFolder = document.getElementById('importFolder')

const markdownEnding = /\.(?:md|mdx|markdown|mdown|mkd|qmd)$/i
const imageType = /^image\/(?:png|jpeg|gif|webp|avif|svg\+xml)$/
const maxFiles = Number(form.dataset.maxFiles)

function fail(text) {
  say('problem', text)
}

/* Texts */

async function addText(file) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    insert({ text, isBlock: true, name: file.name })
  } catch {
    fail(`${file.name} is no text in UTF-8.`)
  }
}

/* All kinds of files */

/** @param files With paths relative to their common folder. */
async function take(files, { name, isFolder }) {
  const texts = files.filter(
    ({ path, file }) => markdownEnding.test(path) || !imageType.test(file.type),
  )
  const pages = texts.filter(({ path }) => markdownEnding.test(path))
  if (files.length > maxFiles) {
    fail(
      `These are more than ${maxFiles} files, the most that can be imported here at once. Choose a part of them.`,
    )
  } else if (isFolder || pages.length > 1 || isFolderShown()) {
    openFolder({ name, files })
  } else if (texts.length > 1) {
    fail('These are several files, and none of them ends in .md.')
  } else {
    for (const { file } of texts) await addText(file)
    for (const entry of files) if (!texts.includes(entry)) addImage(entry.file)
  }
}

/** Hidden files and folders configure a site, such as its navigation; other hidden ones are never uploaded. */
const wantedHidden =
  /^\.(?:gitignore|pages|nav\.yml|order|vitepress|vuepress|gitbook(?:\.ya?ml)?|attachments|obsidian)$/

function isTaken(path) {
  const parts = path.split('/')
  return parts.every(
    (part) => (!part.startsWith('.') && part !== 'node_modules') || wantedHidden.test(part),
  )
}

async function takeChosen(input) {
  const chosenFiles = [...input.files].map((file) => {
    const [name, ...rest] = (file.webkitRelativePath || `/${file.name}`).split('/')
    return { name, path: rest.join('/'), file }
  })
  const files = chosenFiles.filter(({ path }) => isTaken(path))
  const isFolder = input === chosenFolder
  // Allows choosing the same files again.
  input.value = ''
  place.open = false
  await take(files, { name: chosenFiles[0]?.name ?? '', isFolder })
}

for (const input of [chosenFiles, chosenFolder]) {
  input.addEventListener('change', () => void takeChosen(input))
  // Files may be chosen before this script runs.
  if (input.files.length > 0) void takeChosen(input)
}

/* Dropped and pasted */

/** Browsers drop the entries after the event, so read them at once. */
async function takeDropped({ items }) {
  const entries = [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry() ?? item.getAsFile())
  const [first] = entries
  const isFolder = entries.some(({ isDirectory }) => isDirectory)
  const files = []
  // A single dropped folder is the root.
  if (entries.length === 1 && isFolder) await collect(await listFolder(first), '', files)
  else await collect(entries, '', files)
  await take(files, { name: isFolder ? first.name : '', isFolder })
}

async function collect(entries, folder, files) {
  for (const entry of entries) {
    const path = `${folder}${entry.name}`
    if (!isTaken(path)) continue
    if (entry.isDirectory) await collect(await listFolder(entry), `${path}/`, files)
    else files.push({ path, file: await fileOf(entry) })
    // Stops early: somebody may drop their whole disk.
    if (files.length > maxFiles) return
  }
}

function fileOf(entry) {
  if (entry instanceof File) return entry
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** `readEntries` returns at most a hundred entries, so call it until it returns none. */
async function listFolder(folder) {
  const reader = folder.createReader()
  const entries = []
  for (;;) {
    const more = await new Promise((resolve, reject) => reader.readEntries(resolve, reject))
    if (more.length === 0) return entries
    entries.push(...more)
    if (entries.length > maxFiles) return entries
  }
}

function hasFiles(event) {
  return event.dataTransfer?.types.includes('Files') ?? false
}

// Listen on the whole page: a file dropped beside the form would replace the page and lose the text.
for (const type of ['dragenter', 'dragover']) {
  document.addEventListener(type, (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    form.classList.add('dropping')
  })
}
document.addEventListener('dragleave', (event) => {
  if (event.relatedTarget === null) form.classList.remove('dropping')
})
document.addEventListener('drop', (event) => {
  form.classList.remove('dropping')
  if (!hasFiles(event)) return
  event.preventDefault()
  takeDropped(event.dataTransfer).catch(({ message }) =>
    fail(`The files cannot be read: ${message}`),
  )
})
content.addEventListener('paste', (event) => {
  const files = [...event.clipboardData.files]
  // Spreadsheets also add a picture of the cells.
  if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return
  event.preventDefault()
  if (files.length === 1 && imageType.test(files[0].type)) addImage(files[0])
  else
    void take(
      files.map((file) => ({ path: file.name, file })),
      { name: '', isFolder: false },
    )
})
