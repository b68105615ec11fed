/** Constructs for components by name, as in React and Vue. @module */
import type {
  Context,
  Example,
  Replacement,
  TagConstruct,
  VisitedTag,
} from '../parts/part-construct.ts'
import { componentTags, readTagAttributes, type TagAttributes } from '../parts/tag-syntaxes.ts'

export interface Component extends Omit<VisitedTag, 'attributes' | 'kind' | 'content'> {
  readonly kind: 'pair' | 'single'
  readonly attributes: TagAttributes
  readonly content: VisitedTag['content']
}

interface ComponentRule extends Example {
  readonly names: readonly string[]
  replace(component: Component, context: Context): Replacement
}

export function componentConstruct({ names, replace, ...texts }: ComponentRule): TagConstruct {
  return {
    ...texts,
    syntax: componentTags,
    names: new Set(names),
    tag(tag, context) {
      const { kind, content } = tag
      if (kind === 'open' || kind === 'close') return undefined
      return replace(
        { ...tag, kind, content, attributes: readTagAttributes(tag.attributes) },
        context,
      )
    },
  }
}

/** @returns Markdown of the first attribute that has text. */
export function spokenAttribute(
  { words, expressions }: TagAttributes,
  ...names: readonly string[]
): string | undefined {
  for (const name of names) {
    const value = words.get(name) ?? markupOf(expressions.get(name))
    if (value?.trim()) return value.trim()
  }
  return undefined
}

function markupOf(expression: string | undefined): string | undefined {
  if (expression === undefined || !/^<.*>$/s.test(expression)) return undefined
  return expression.replace(/<\/?(?:[A-Z][^<>]{0,500})?>/g, '')
}
