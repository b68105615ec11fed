/** Attributes in a form that stays the same when Confluence, or its editor, saves a page again. @module */

/** Ids, versions and sizes that Confluence writes for itself, and what only Cloud reads. */
const dropped: ReadonlySet<string> = new Set([
  ...['ac:macro-id', 'ac:schema-version', 'ac:local-id', 'local-id', 'ri:version-at-save'],
  ...['ac:task-list-id', 'ac:original-width', 'ac:original-height', 'ac:custom-width', 'ac:layout'],
  ...['ac:src', 'data-layout', 'data-table-width', 'data-table-display-mode', 'data-mce-resize'],
  ...['data-mce-style', 'data-card-appearance', 'scope', 'rel', 'data-local-id'],
])

/** Classes that say how a page is laid out or edited; a color stands in an attribute beside its class. */
const droppedClass =
  /^(?:auto-cursor-target|wrapped|relative-table|fixed-table|content-wrapper|confluence[\w-]*|external-link|placeholder-inline-tasks|highlight-[\w#-]*|tablesorter[\w-]*|mce[\w-]*)$/i

const defaults: ReadonlySet<string> = new Set(['colspan=1', 'rowspan=1', 'ac:width=auto'])

/**
 * Write attributes canonically.
 * @param attributes Of an element.
 * @returns In one order, without those that say nothing.
 */
export function canonicalAttributes(attributes: ReadonlyMap<string, string>): readonly string[] {
  const kept: string[] = []
  for (const [name, value] of attributes) {
    if (dropped.has(name) || name.startsWith('xmlns')) continue
    const canonical = canonicalValue(name, value)
    const written = `${name}=${canonical}`
    if (canonical !== '' && !defaults.has(written)) kept.push(written)
  }
  return kept.sort()
}

function canonicalValue(name: string, value: string): string {
  if (name === 'style') return canonicalStyle(value)
  if (name !== 'class') return value.trim()
  const classes = value.split(/\s+/).filter((one) => one !== '' && !droppedClass.test(one))
  return classes.sort().join(' ')
}

/** Left is where text stands anyway. */
function canonicalStyle(value: string): string {
  return value
    .toLowerCase()
    .replaceAll(/\s/g, '')
    .split(';')
    .map((one) => one.replaceAll(/(\d)\.0(?=\D|$)/g, '$1'))
    .filter((one) => one !== '' && one !== 'text-align:left')
    .sort()
    .join(';')
}
