/**
 * Runs in the browser, in each frame before its content: what payloads call, and a reader who
 * touches everything. `noteIncident` is the test's.
 * @module
 */

globalThis.pwned = () => noteIncident('ran: pwned')
for (const name of ['alert', 'confirm', 'prompt', 'print', 'open']) {
  globalThis[name] = () => noteIncident(`ran: ${name}`)
}
// Where a page may not write there, our own script selects the text: a layout of it all for each.
if (navigator.clipboard) navigator.clipboard.writeText = async () => {}
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  // The one directive that content may run into: an image of an unusual scheme.
  if (violatedDirective !== 'img-src') noteIncident(`policy: ${violatedDirective} ${blockedURI}`)
})

const eventTypes = ['click', 'mouseover', 'focus']
const runningAttribute = /^on|^(?:style|srcdoc|formaction|action|ping)$/
const runningElement = /^(?:script|style|link|object|embed|base|meta|form|template)$/i

/** Follow every link and touch every element of the document. */
globalThis.touchEverything = async (rootSelector) => {
  const links = followLinks(document)
  const elements = document.querySelectorAll(`${rootSelector} *`)
  for (const element of elements) {
    for (const type of eventTypes) element.dispatchEvent(new Event(type, { cancelable: true }))
    for (const { name } of element.attributes) {
      if (runningAttribute.test(name)) noteIncident(`attribute: ${element.outerHTML}`)
    }
    if (runningElement.test(element.localName)) noteIncident(`element: ${element.outerHTML}`)
  }
  for (const details of document.querySelectorAll('details')) details.open = !details.open
  scrollTo(0, document.documentElement.scrollHeight)
  // Addresses that run do so in a task of their own.
  await new Promise((resolve) => setTimeout(resolve, 50))
  return { elements: elements.length, links }
}

/** Show payloads as they are, each in a frame of its own, and touch them too. */
globalThis.showRaw = async (payloads) => {
  const frames = payloads.map((payload) => {
    const frame = document.createElement('iframe')
    frame.srcdoc = payload
    const loads = [Promise.withResolvers(), Promise.withResolvers()]
    let count = 0
    frame.addEventListener('load', () => loads[count++]?.resolve())
    document.body.append(frame)
    const touched = loads[0].promise.then(() => frame.contentWindow.touchEverything?.('body'))
    // A frame that was led elsewhere meanwhile never answers.
    return Promise.race([touched, loads[1].promise])
  })
  await Promise.allSettled(frames)
}

function followLinks(root) {
  const links = root.querySelectorAll('a, area')
  for (const link of links) {
    if (!link.hasAttribute('href')) continue
    // Following these only moves on, and would end the visit.
    if (/^(?:https?|mailto|tel):$/.test(link.protocol)) {
      link.addEventListener('click', (event) => event.preventDefault(), { once: true })
    } else noteIncident(`address: ${link.outerHTML}`)
    link.dispatchEvent(new MouseEvent('click', { cancelable: true }))
  }
  return links.length
}
