/** Enhancements of all pages: menus close, forms are sent once, dates are relative, texts are copied. @module */

/* Menus */

function openMenus() {
  return document.querySelectorAll('details.menu[open]')
}

document.addEventListener('click', ({ target }) => {
  for (const menu of openMenus()) {
    if (!menu.contains(target) || target.closest('a')) menu.open = false
  }
})

document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  for (const menu of openMenus()) {
    const hadFocus = menu.contains(document.activeElement)
    menu.open = false
    if (hadFocus) menu.querySelector('summary').focus()
  }
})

// Keyboard users must see the focus.
document.addEventListener('focusin', ({ target }) => {
  for (const menu of openMenus()) {
    if (!menu.contains(target)) menu.open = false
  }
})

/* Forms: a double click must not send one twice, as the second answer would hide the first. */

let sentForm

document.addEventListener('submit', (event) => {
  if (event.defaultPrevented) return
  if (event.target === sentForm) event.preventDefault()
  sentForm = event.target
})
// The page may be shown again by the browser's Back.
addEventListener('pageshow', () => (sentForm = undefined))

/* Dates: pages say the day, which stays true however long a page is kept; this says how long ago it was. */

const steps = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
const maxSeconds = 40 * 86_400
const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

for (const time of document.querySelectorAll('time[data-relative]')) {
  const at = new Date(time.dateTime)
  const seconds = (at - Date.now()) / 1000
  time.title = at.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' })
  if (Math.abs(seconds) > maxSeconds) continue
  const [unit, length] = steps.find(([, each]) => Math.abs(seconds) >= each) ?? []
  time.textContent =
    unit === undefined ? 'just now' : words.format(Math.round(seconds / length), unit)
}

/* Copying */

const announcer = document.createElement('output')
announcer.className = 'visually-hidden'
document.querySelector('main').append(announcer)

for (const source of document.querySelectorAll('pre.source')) {
  const frame = document.createElement('div')
  frame.className = 'code'
  const head = document.createElement('div')
  head.className = 'code-head'
  source.replaceWith(frame)
  frame.append(head, source)
}

for (const block of document.querySelectorAll('.code:not(:has([data-copy])) > pre')) {
  const head = block.previousElementSibling
  const button = makeButton('Copy', 'Copy this code')
  if (block.scrollWidth > block.clientWidth) head.append(makeWrap(block.parentElement))
  head.append(button)
  copyWith(button, block)
}

function makeButton(text, label) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'quiet'
  button.textContent = text
  button.setAttribute('aria-label', label)
  return button
}

/** Toggles wrapping of long lines. */
function makeWrap(frame) {
  const button = makeButton('Wrap', 'Wrap the lines of this code')
  button.ariaPressed = 'false'
  button.addEventListener('click', () => {
    button.ariaPressed = String(frame.classList.toggle('wrapped'))
  })
  return button
}

for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false
  copyWith(button, document.getElementById(button.dataset.copy))
}

for (const button of document.querySelectorAll('button[data-copy-address]')) {
  button.hidden = false
  button.addEventListener('click', () =>
    copyAddress(location.origin + location.pathname + location.hash),
  )
}

for (const link of document.querySelectorAll('.heading > .anchor')) {
  link.addEventListener('click', () => copyAddress(link.href))
}

/** Copies an address that is not on the page, and shows a notice. */
async function copyAddress(address) {
  const source = document.createElement('span')
  source.className = 'visually-hidden'
  source.textContent = address
  announcer.before(source)
  const isCopied = await copy(source)
  source.remove()
  say(
    isCopied ? 'Link copied' : 'The link could not be copied: the address of this page has it',
    'toast',
  )
}

let silence

function say(text, look = 'visually-hidden') {
  clearTimeout(silence)
  announcer.className = look
  announcer.textContent = text
  silence = setTimeout(() => {
    announcer.className = 'visually-hidden'
    announcer.textContent = ''
  }, 2_000)
}

function copyWith(button, source) {
  const label = button.firstChild
  button.addEventListener('click', async () => {
    const isCopied = await copy(source)
    label.data = isCopied ? 'Copied' : 'Selected'
    say(isCopied ? 'Copied' : 'The text is selected: copy it with the keyboard')
    setTimeout(() => {
      label.data = 'Copy'
    }, 2_000)
  })
}

/** Without HTTPS there is no clipboard, but selected text can still be copied. */
async function copy(source) {
  try {
    await navigator.clipboard.writeText(source.textContent)
    return true
  } catch {
    getSelection().selectAllChildren(source)
    return document.execCommand('copy')
  }
}
