/** Pieces of storage format: macros, their bodies, and the attributes of elements. @module */
import { escapeXml, replaceForbidden } from './escape.ts'

/** Write a macro; parameters without a value are left out. */
export function macro(
  name: string,
  parameters: Readonly<Record<string, string>>,
  body: string,
): string {
  const given = Object.entries(parameters)
    .filter(([, value]) => value !== '')
    .map(
      ([key, value]) =>
        `<ac:parameter ac:name="${escapeXml(key)}">${escapeXml(value)}</ac:parameter>`,
    )
  return `<ac:structured-macro ac:name="${escapeXml(name)}">${given.join('')}${body}</ac:structured-macro>`
}

export function richBody(inside: string): string {
  return `<ac:rich-text-body>${inside}</ac:rich-text-body>`
}

/**
 * Write the body of a macro that holds text. CDATA ends at the first `]]>`, so one inside is split
 * over two sections.
 */
export function plainBody(text: string): string {
  const safe = replaceForbidden(text).replaceAll(']]>', ']]]]><![CDATA[>')
  return `<ac:plain-text-body><![CDATA[${safe}]]></ac:plain-text-body>`
}

/** Write the attributes of an element; those without a value are left out. */
export function xmlAttributes(
  values: Readonly<Record<string, string | number | undefined>>,
): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('')
}

/** Convert an ADF color to Confluence's notation; undefined when it is none. */
export function rgbColor(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^#[0-9a-f]{6}$/i.test(value)) return undefined
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(value.slice(at, at + 2), 16))
  return `rgb(${red},${green},${blue})`
}
