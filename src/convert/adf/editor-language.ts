/** Renames programming languages to the names in Atlassian's editor. @module */

/**
 * Names that Confluence itself changes on saving, and short names that its editor would not colour.
 * Other names are kept in lower case.
 */
const renamed: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'c++': 'cpp cxx',
    csharp: 'c# cs',
    diff: 'patch',
    dockerfile: 'docker',
    elixir: 'ex exs',
    erlang: 'erl',
    go: 'golang',
    haskell: 'hs',
    html: 'htm',
    javascript: 'cjs js mjs',
    json: 'json5 jsonc',
    kotlin: 'kt',
    'objective-c': 'objc objectivec',
    ocaml: 'ml',
    perl: 'pl',
    plaintext: 'text txt',
    powershell: 'bat ps1 pwsh',
    python: 'py python3',
    ruby: 'rb',
    rust: 'rs',
    shell: 'bash console sh shell-session shellsession zsh',
    tex: 'latex math',
    typescript: 'ts',
    visualbasic: 'vb',
    yaml: 'yml',
  }).flatMap(([name, others]) => others.split(' ').map((other) => [other, name] as const)),
)

export function editorLanguage(name: string): string {
  return renamed.get(name) ?? name
}
