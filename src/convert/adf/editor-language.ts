/** Renames programming languages to the names in Atlassian's editor. @module */

/** Read rows such as `c++=cpp,cxx css`: a name, and the other names that lead to it as it does itself. */
export function nameTable(rows: string): ReadonlyMap<string, string> {
  return new Map(
    rows
      .trim()
      .split(/\s+/)
      .map((row) => row.split(/[=,]/))
      .flatMap((names) => names.map((name) => [name, names[0] as string] as const)),
  )
}

/**
 * Names that Confluence itself changes on saving, and short names that its editor would not colour.
 * Other names are kept in lower case.
 */
const renamed = nameTable(`
  c++=cpp,cxx csharp=c#,cs diff=patch dockerfile=docker elixir=ex,exs erlang=erl go=golang haskell=hs
  html=htm javascript=cjs,js,mjs json=json5,jsonc kotlin=kt objective-c=objc,objectivec ocaml=ml
  perl=pl plaintext=text,txt powershell=bat,ps1,pwsh python=py,python3 ruby=rb rust=rs
  shell=bash,console,sh,shell-session,shellsession,zsh tex=latex,math typescript=ts visualbasic=vb
  yaml=yml`)

export function editorLanguage(name: string): string {
  return renamed.get(name) ?? name
}
