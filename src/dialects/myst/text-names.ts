/** Directives of MyST whose content is no Markdown. @module */

/** Code and what draws something. */
export const codeNames: readonly string[] = [
  ...['code-block', 'code', 'sourcecode', 'code-cell', 'parsed-literal', 'doctest', 'prompt'],
  ...['ipython', 'testcode', 'testoutput', 'jupyter-execute', 'code-example', 'productionlist'],
]

/** Diagrams, with the language that they are shown in. */
export const diagramNames: Readonly<Record<string, string>> = {
  math: 'math',
  mermaid: 'mermaid',
  graphviz: 'dot',
  digraph: 'dot',
  graph: 'dot',
  uml: 'plantuml',
  plantuml: 'plantuml',
}

/** They say how the site is built. */
export const silentNames: readonly string[] = [
  ...['toctree', 'tableofcontents', 'index', 'meta', 'highlight', 'currentmodule', 'module'],
  ...['py:currentmodule', 'py:module', 'default-role', 'default-domain', 'tags', 'sectionauthor'],
  ...['codeauthor', 'role', 'testsetup', 'testcleanup', 'js:module'],
]

/** All of them. */
export const textNames: ReadonlySet<string> = new Set([
  ...codeNames,
  ...Object.keys(diagramNames),
  ...silentNames,
  ...['literalinclude', 'include', 'csv-table', 'raw', 'contents', 'eval-rst', 'bibliography'],
  ...['iframe', 'youtube', 'video', 'image'],
])
