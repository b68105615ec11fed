/** Makes constructs of components: what becomes of those of some names. @module */
import type { Construct, DialectContext } from '../construct.ts'
import type { Line } from '../line.ts'
import { type Replacement, replaceTags, type TagElement } from '../replace-tags.ts'
import {
  type ComponentAttributes,
  componentSyntax,
  readComponentAttributes,
} from './component-tags.ts'

/** A component in a document. */
export interface Component extends Omit<TagElement, 'attributes'> {
  readonly attributes: ComponentAttributes
  /** The document that it stands in, as it was before it was read. */
  readonly document: readonly Line[]
}

/** Components of some names, and what becomes of them. */
export interface ComponentRule extends Pick<Construct, 'name' | 'written' | 'becomes'> {
  readonly names: readonly string[]
  replace(component: Component, context: DialectContext): Replacement
}

/** Make the construct; a tag without its counterpart is left as it is written. */
export function componentConstruct({ names, replace, ...texts }: ComponentRule): Construct {
  const own = new Set(names)
  return {
    ...texts,
    sign: new RegExp(`<(?:${names.join('|')})[\\s/>]`),
    read: (document, context) =>
      replaceTags(document, componentSyntax, ({ attributes, ...element }) => {
        if (!own.has(element.name) || isStray(element)) return undefined
        const read = readComponentAttributes(attributes)
        return replace({ ...element, attributes: read, document }, context)
      }),
  }
}

function isStray({ kind }: Pick<TagElement, 'kind'>): boolean {
  return kind === 'open' || kind === 'close'
}

/**
 * Find the first attribute that says something.
 * @param names In the order of their weight.
 */
export function spokenAttribute(
  { words, expressions }: ComponentAttributes,
  ...names: readonly string[]
): string | undefined {
  for (const name of names) {
    const found = words.get(name) ?? markupOf(expressions.get(name))
    if (found?.trim()) return found.trim()
  }
  return undefined
}

/** What an expression of JSX says: `<b>A</b>`, `<>A</>`. */
function markupOf(expression: string | undefined): string | undefined {
  if (expression === undefined || !/^<.*>$/s.test(expression)) return undefined
  return expression.replace(/<\/?(?:[A-Z][^<>]{0,500})?>/g, '')
}
