/** Renames programming languages to the names in Atlassian's editor. @module */

/**
 * Names that Confluence itself changes on saving, and short names that its editor would not colour.
 * Other names are kept in lower case.
 */
const renamed: Readonly<Record<string, string>> = {
  bash: 'shell',
  bat: 'powershell',
  cjs: 'javascript',
  'c#': 'csharp',
  console: 'shell',
  cpp: 'c++',
  cs: 'csharp',
  cxx: 'c++',
  docker: 'dockerfile',
  erl: 'erlang',
  ex: 'elixir',
  exs: 'elixir',
  golang: 'go',
  hs: 'haskell',
  htm: 'html',
  js: 'javascript',
  json5: 'json',
  jsonc: 'json',
  kt: 'kotlin',
  latex: 'tex',
  ml: 'ocaml',
  math: 'tex',
  mjs: 'javascript',
  objc: 'objective-c',
  objectivec: 'objective-c',
  patch: 'diff',
  pl: 'perl',
  ps1: 'powershell',
  pwsh: 'powershell',
  py: 'python',
  python3: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'shell',
  'shell-session': 'shell',
  shellsession: 'shell',
  text: 'plaintext',
  ts: 'typescript',
  txt: 'plaintext',
  vb: 'visualbasic',
  yml: 'yaml',
  zsh: 'shell',
}

export function editorLanguage(name: string): string {
  return Object.hasOwn(renamed, name) ? (renamed[name] as string) : name
}
