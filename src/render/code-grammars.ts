/** The grammars that colour code, loaded on first use. @module */
import { createRequire } from 'node:module'
import { editorLanguage } from '../adf/editor-language.ts'

export interface Highlighter {
  registerLanguage(name: string, grammar: unknown): void
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string }
}

export interface Grammar {
  readonly name: string
  readonly highlighter: Highlighter
}

/** Each grammar with the language names used by ADF, Confluence's editor and writers. */
const namesByGrammar: Readonly<Record<string, string>> = {
  bash: 'bash shell sh zsh console',
  c: 'c h',
  clojure: 'clojure clj',
  cmake: 'cmake',
  cpp: 'c++ cpp cc cxx hpp arduino',
  csharp: 'csharp c# cs',
  css: 'css',
  dart: 'dart',
  delphi: 'delphi pascal',
  diff: 'diff patch',
  dockerfile: 'dockerfile docker',
  elixir: 'elixir ex',
  erlang: 'erlang erl',
  fsharp: 'fsharp f#',
  go: 'go golang',
  graphql: 'graphql gql',
  groovy: 'groovy gradle',
  haskell: 'haskell hs',
  ini: 'ini toml cfg',
  java: 'java',
  javascript: 'javascript js jsx mjs cjs',
  json: 'json jsonc json5',
  julia: 'julia jl',
  kotlin: 'kotlin kt',
  latex: 'tex latex',
  less: 'less',
  lua: 'lua',
  makefile: 'makefile make mk',
  markdown: 'markdown md',
  matlab: 'matlab octave',
  nginx: 'nginx',
  nix: 'nix',
  objectivec: 'objective-c objectivec objc',
  ocaml: 'ocaml ml',
  perl: 'perl pl',
  php: 'php',
  powershell: 'powershell ps1 pwsh',
  properties: 'properties',
  protobuf: 'protobuf proto',
  python: 'python py python3',
  r: 'r',
  ruby: 'ruby rb',
  rust: 'rust rs',
  scala: 'scala',
  scheme: 'scheme lisp racket',
  scss: 'scss sass',
  sql: 'sql mysql postgresql',
  swift: 'swift',
  typescript: 'typescript ts tsx mts cts',
  vbnet: 'visualbasic vbnet vb',
  verilog: 'verilog systemverilog',
  vhdl: 'vhdl',
  xml: 'xml html xhtml svg vue svelte',
  yaml: 'yaml yml',
}

/** Grammars that another one embeds, loaded with it. */
const innerGrammars: Readonly<Record<string, readonly string[]>> = {
  dockerfile: ['bash'],
  javascript: ['css', 'graphql', 'xml'],
  markdown: ['css', 'javascript', 'xml'],
  nix: ['markdown'],
  typescript: ['css', 'graphql', 'javascript', 'xml'],
  xml: ['css', 'javascript'],
}

const grammarByName: ReadonlyMap<string, string> = new Map(
  Object.entries(namesByGrammar).flatMap(([grammar, names]) =>
    names.split(' ').map((name) => [name, grammar] as const),
  ),
)
const loaded = new Map<string, Highlighter>()
const require = createRequire(import.meta.url)

export function findGrammar(language: string): Grammar | undefined {
  const word = language.toLowerCase()
  const name = grammarByName.get(word) ?? grammarByName.get(editorLanguage(word))
  if (name === undefined) return undefined
  const highlighter = loaded.get(name) ?? load(name)
  loaded.set(name, highlighter)
  return { name, highlighter }
}

export function grammarNames(): string[] {
  return Object.values(namesByGrammar).map((names) => names.split(' ')[0] as string)
}

/** Unload a grammar that was interrupted: its state may be broken. */
export function unloadGrammar({ name }: Grammar): void {
  loaded.delete(name)
}

function load(name: string): Highlighter {
  const highlighter = require('highlight.js/lib/core').newInstance() as Highlighter
  for (const each of [name, ...(innerGrammars[name] ?? [])]) {
    highlighter.registerLanguage(each, require(`highlight.js/lib/languages/${each}`))
  }
  return highlighter
}
