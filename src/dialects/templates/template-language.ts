/** Languages of templates, as far as their tags show where templates begin and end. @module */

/**
 * Of Liquid there are two: includes have bare names and parameters in `include`, or quoted names and
 * parameters as names of their own. Nunjucks is read as Jinja.
 */
export type TemplateLanguage = 'liquid' | 'quoted-liquid' | 'jinja'

/** Tags of a language. */
export interface TemplateTags {
  /** Finds what tags, values and comments begin with; its group is the name of a tag. */
  readonly openings: RegExp
  /** They hold what stands up to their end; one that gives a name to a value, by `=`, holds nothing. */
  readonly blocks: ReadonlySet<string>
  /** They stand alone. */
  readonly singles: ReadonlySet<string>
  /** They keep a text, which is compared and cut: nothing else may be in it. */
  readonly captures: RegExp
}

const liquid: TemplateTags = {
  openings: /\{\{|\{%-?\s{0,100}([a-z_]\w{0,99})/gi,
  blocks: new Set(['if', 'unless', 'case', 'for', 'tablerow', 'capture']),
  singles: new Set([
    ...['assign', 'increment', 'decrement', 'cycle', 'echo'],
    ...['include', 'include_relative', 'include_cached', 'render'],
  ]),
  captures: /\{%-?\s*capture\b/,
}

export const templateTags: Readonly<Record<TemplateLanguage, TemplateTags>> = {
  liquid,
  'quoted-liquid': liquid,
  jinja: {
    // What is no comment names the place of a heading.
    openings: /\{\{|\{%-?\s{0,100}([a-z_]\w{0,99})|\{#(?=[-\s])/gi,
    blocks: new Set(['if', 'for', 'macro', 'call', 'filter', 'set']),
    singles: new Set(['set', 'include', 'from', 'import']),
    captures: /\{%-?\s*(?:set\b|macro\b|call\b|filter\b)/,
  },
}
