/**
 * Values of the site or of the page, `{{< param "version" >}}`, and addresses of pages, `{{< ref "a" >}}`.
 * @module
 */
import { mapCode } from '../code-lines.ts'
import type { Construct, DialectContext } from '../construct.ts'
import { type Line, mapText } from '../line.ts'
import { pageVariable } from '../page-variable.ts'
import { argumentOf, type ShortcodeRule } from '../shortcodes.ts'

const shortcode =
  /\{\{[<%]\s{0,100}(_?param|skew|latest-version|latest-semver)((?:\s+(?:"[^"{}\n]{0,100}"|[\w.-]{1,100})){0,4})\s{0,100}\/?[>%]\}\}/g

/** Read in code as well, as Hugo does. https://gohugo.io/shortcodes/param/ */
export const hugoValues: Construct = {
  name: 'value of the site or of the page',
  written: 'Version {{< param "version" >}}.',
  becomes: 'Version v1.2.',
  sign: /\{\{[<%]\s{0,100}(?:_?param|skew|latest-(?:version|semver))\b/,
  inCode: { written: '`v{{< param "version" >}}`', becomes: '`vv1.2`' },
  read(lines, context) {
    const valued = (text: string, otherwise: (written: string) => string): string =>
      text.replace(
        shortcode,
        (written, name: string, said: string) =>
          valueAsked(name, said, lines, context) ?? otherwise(written),
      )
    const inWords = mapText(lines, (text, line) =>
      valued(text, (written) => {
        context.leaveOut(written, line)
        return ''
      }),
    )
    // Code may be about shortcodes.
    return mapCode(inWords, (text) => valued(text, (written) => written))
  },
}

function valueAsked(
  name: string,
  said: string,
  lines: readonly Line[],
  context: DialectContext,
): string | undefined {
  const [first, count] = said.replaceAll('"', '').trim().split(/\s+/)
  if (name.endsWith('param')) {
    if (!first) return undefined
    const own = pageVariable(lines, first) ?? context.inherited(first)
    return own ?? context.variable(`params.${first}`)
  }
  const version = context.variable('params.version')
  if (name === 'latest-version') return version
  if (first === 'currentPatchVersion') {
    return context.variable('params.fullversion')?.replace(/^v/, '')
  }
  return version && skewed(name === 'latest-semver' ? 'currentVersion' : first, version, count)
}

/** How many minor versions later. */
const steps: Readonly<Record<string, number>> = {
  currentVersion: 0,
  latestVersion: 0,
  nextMinorVersion: 1,
  prevMinorVersion: -1,
}

function skewed(what = '', version: string, count: string | undefined): string | undefined {
  const [, major, minor] = /^v?(\d{1,6})\.(\d{1,6})/.exec(version) ?? []
  const isAdded =
    /^(?:current|latest)VersionAddMinor$/.test(what) && /^-?\d{1,3}$/.test(count ?? '')
  const step = isAdded ? Number(count) : Object.hasOwn(steps, what) ? steps[what] : undefined
  return major === undefined || step === undefined
    ? undefined
    : `${major}.${Math.max(0, Number(minor) + step)}`
}

/** https://gohugo.io/shortcodes/ref/ */
export const hugoReferences: ShortcodeRule = {
  name: 'address of a page',
  written: '[Setup]({{< relref "guide/setup.md#first" >}})',
  becomes: '[Setup](guide/setup.md#first)',
  names: ['ref', 'relref'],
  replace(shortcode, context) {
    const path = argumentOf(shortcode, ['path'], 0)
    return path === undefined ? undefined : { inline: referenceTo(path, context) }
  },
}

/**
 * Find the page that a path means.
 * @param path With or without its ending, and with an anchor.
 * @param context Knows the files.
 * @returns The address for a link; from the site's root when there is no such page.
 */
export function referenceTo(path: string, context: DialectContext): string {
  const [page = '', anchor] = path.split('#')
  const fragment = anchor === undefined ? '' : `#${anchor}`
  if (page === '') return fragment
  const name = page.replace(/^\/+|\/+$/g, '')
  const found = context.findFile(name)
  return (found ?? (page.startsWith('.') ? page : `/${name}`)) + fragment
}
