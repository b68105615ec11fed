// Draws the diagram in the fragment of this page's address. Runs in a frame without an origin.
const place = document.querySelector('#diagram')
const isDark = matchMedia('(prefers-color-scheme: dark)')

function readSource() {
  const binary = atob(location.hash.slice(1).replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder().decode(Uint8Array.from(binary, (byte) => byte.charCodeAt(0)))
}

function show(source, message) {
  const explanation = document.createElement('p')
  explanation.textContent = message
  const text = document.createElement('pre')
  text.textContent = source
  place.replaceChildren(explanation, text)
}

async function draw() {
  let source = ''
  window.mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    fontFamily: 'system-ui, sans-serif',
    theme: isDark.matches ? 'dark' : 'default',
    suppressErrorRendering: true,
    // Diagrams must not change these settings.
    secure: [
      'secure',
      'securityLevel',
      'startOnLoad',
      'maxTextSize',
      'maxEdges',
      'suppressErrorRendering',
      'htmlLabels',
      'dompurifyConfig',
      'themeCSS',
    ],
  })
  try {
    source = readSource()
    const { svg } = await window.mermaid.render('drawing', source)
    place.innerHTML = svg
    place.dataset.state = 'drawn'
  } catch (error) {
    show(source, `This diagram cannot be drawn. ${error.message ?? ''}`)
    place.dataset.state = 'failed'
  }
}

function tellHeight() {
  parent.postMessage({ diagramHeight: document.body.offsetHeight }, '*')
}

new ResizeObserver(tellHeight).observe(document.body)
addEventListener('message', ({ data }) => {
  if (data === 'height') tellHeight()
})
isDark.addEventListener('change', () => void draw())
// Links would only navigate this frame.
addEventListener('click', (event) => event.preventDefault(), true)
void draw()
