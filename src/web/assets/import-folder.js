/**
 * Imports the files of a folder: learns what pages they make and what would happen to each, then
 * imports them one after the other, parents first. What is known is shown by `folder-view.js`.
 * @module
 */

const form = document.getElementById('importForm')
const button = form.querySelector('button[value="import"]')
const { maxBytes, maxSize } = form.dataset
/** The lines between the parts of a form need a little as well. */
const maxSentBytes = Number(maxBytes) - 16_384
/** What is no Markdown says little of the pages: their order, and texts that they include. */
const maxOtherBytes = 1024 * 1024

/** What was dropped or chosen, and the pages that it makes; undefined without any. */
let folder
/** Counts plans, so that an answer that comes late never replaces a later one. */
let turn = 0
let isRunning = false

function tell(stage, more = {}) {
  for (const page of folder?.pages ?? []) page.state = stateOf(page)
  form.dispatchEvent(new CustomEvent('markport:stage', { detail: { stage, folder, ...more } }))
}

function stateOf(page) {
  if (page.result !== undefined) return page.result.outcome
  if ((page.failure ?? page.problem) !== undefined) return 'failed'
  if (!page.exists) return 'new'
  return isUpdating() ? (page.foreseen ?? 'there') : 'stays'
}

function isDone({ result, exists }) {
  // What is there stays as it is, unless updating is asked for.
  return result !== undefined || (exists && !isUpdating())
}

function isUpdating() {
  return form.elements.namedItem('overwrite').checked
}

/* The plan */

async function plan() {
  turn += 1
  const mine = turn
  tell('reading')
  const files = [...folder.files]
  // Not even read: a file may be larger than the memory.
  const sizes = files.map(([path, { size }]) => (isMarkdown(path) ? size : 0))
  if (sizes.reduce((sum, size) => sum + size, 0) > maxSentBytes) {
    tell('refused', { problem: { text: tooMuch('The texts of these files') } })
    return
  }
  let left = maxOtherBytes
  const texts = await Promise.all(
    files.map(([path, file]) => {
      const isOther = !isMarkdown(path) && !file.type.startsWith('image/') && file.size <= left
      if (isOther) left -= file.size
      return readFile(path, file, isMarkdown(path) || isOther)
    }),
  )
  const answer = await send('/import/folder', {
    name: folder.name,
    files: JSON.stringify(texts),
  })
  if (mine !== turn) return
  if (answer.problem !== undefined) {
    tell('refused', answer)
    return
  }
  const { pages, notices } = answer.value
  folder.notices = notices
  folder.pages = pages.map((page) => ({ ...page, submission: crypto.randomUUID() }))
  tell('planned')
  for (const page of folder.pages.filter((one) => one.exists && one.problem === undefined)) {
    if (isUpdating()) await foresee(page)
    if (mine !== turn) return
    tell('page', { page })
  }
  tell('ready')
}

async function readFile(path, file, isText) {
  return { path, text: isText ? await readText(file) : undefined, bytes: file.size }
}

function isMarkdown(path) {
  return /\.(?:md|mdx|markdown|mdown|mkd|qmd)$/i.test(path)
}

async function readText(file) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    return undefined
  }
}

/** Whether a page that is there would change, or why it cannot. */
async function foresee(page) {
  const { value, problem } = await send('/import/check', pageFields(page))
  page.foreseen = value?.outcome === 'updated' ? 'changes' : value?.outcome
  page.problem = (problem ?? value.problem)?.text
}

/* Requests */

function pageFields({ title, labels, images, exists, ...page }) {
  const { parentId, pageId, position = '', navigationTitle = '', content, submission } = page
  return {
    ...{ parentId, pageId, position, navigationTitle, content, submission },
    ...{ pageTitle: title, action: 'import' },
    labels: labels.join(' '),
    overwrite: String(exists && isUpdating()),
    images: images.filter((path) => folder.files.has(path)),
  }
}

function tooMuch(what) {
  return `${what} are more than ${maxSize}, the most that can be sent.`
}

/** @returns What the server answers, or what is wrong; `isOver` where no other page would fare better. */
async function send(path, { images = [], ...fields }) {
  const place = new FormData(form)
  const body = new FormData()
  for (const name of ['csrf', 'spaceId', 'parentId']) body.set(name, place.get(name) ?? '')
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  for (const image of images) body.append('image', folder.files.get(image), image)
  if (new Blob([...body.values()]).size > maxSentBytes) {
    const what = path === '/import/folder' ? 'The texts of these files' : 'This page and its images'
    return { problem: { text: tooMuch(what) } }
  }
  try {
    const headers = { accept: 'application/json', 'markport-run': run }
    const response = await fetch(path, { method: 'POST', body, headers })
    const value = await response.json()
    if (response.ok) return { value }
    const isOver = ![400, 404, 413].includes(response.status)
    return { problem: { ...value, text: value.text ?? value.body }, isOver }
  } catch {
    return { problem: { text: 'The server does not answer.' }, isOver: true }
  }
}

/* The import */

/** Names all that this page imports, so that the log shows it as one. */
const run = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) =>
  part.toString(36),
).join('')

async function importAll() {
  isRunning = true
  let stopped
  for (const page of folder.pages.filter((one) => !isDone(one))) {
    page.failure = obstacleOf(page)
    if (page.failure === undefined) {
      tell('importing', { page, done: folder.pages.filter(isDone).length })
      const { value, problem, isOver } = await send('/import', pageFields(page))
      if (value === undefined) page.failure = problem.text
      else page.result = value
      if (isOver) stopped = problem
    }
    tell('page', { page })
    if (stopped !== undefined) break
  }
  isRunning = false
  const left = folder.pages.filter((page) => !isDone(page))
  tell('done', { left: left.length, problem: stopped })
}

function obstacleOf({ problem, parent }) {
  if (problem !== undefined) return problem
  const above = folder.pages[parent]
  if (above === undefined || isDone(above)) return undefined
  return `The parent page, ${above.title}, was not imported.`
}

/* Events */

form.addEventListener('markport:folder', ({ detail: { name, files } }) => {
  if (isRunning) return
  const byPath = new Map(files.map(({ path, file }) => [path, file]))
  folder = { name, files: byPath, pages: [], notices: [] }
  form.classList.add('is-folder')
  void plan()
})
form.addEventListener('markport:place', () => {
  if (!isRunning) void plan()
})
form.addEventListener('submit', (event) => {
  if (folder === undefined) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (event.submitter !== button || isRunning) return
  // Nothing is planned yet where that could not be done.
  void (folder.pages.length === 0 ? plan() : importAll())
})
form.addEventListener('markport:leave-folder', () => {
  if (isRunning) return
  turn += 1
  folder = undefined
  form.classList.remove('is-folder')
  tell('left')
})
window.addEventListener('beforeunload', (event) => {
  if (folder !== undefined && !folder.pages.every(isDone)) event.preventDefault()
})
